import { createMailer } from '../../platform/mail.ts';
import type { AlertTools } from '../../services/alerts/notify-receiver.ts';
import type { ReadCertificate } from '../../services/context.ts';
import { createOutboundClient } from '../../services/outbound/create-outbound-client.ts';
import type { EngineAddresses } from '../engine-addresses.ts';
import { provideOutbound } from '../provide-outbound.ts';
import { panelUrlOf } from '../public-urls.ts';
import type { Settings } from '../settings.ts';

export async function provideAlertTools(settings: Settings, engines: EngineAddresses): Promise<AlertTools> {
  const { mail } = settings;
  return {
    outbound: await provideOutbound(settings, engines),
    mailer: mail === undefined ? undefined : createMailer(mail),
    panelUrl: panelUrlOf(settings),
  };
}

/** Nothing is asked of the hosts but their certificate, so that it may be this machine that shows it; no private one. */
export function provideCertificates(): ReadCertificate {
  const client = createOutboundClient({ allow: [], ownAddresses: () => [] });
  return (host) => client.readCertificate(host);
}
