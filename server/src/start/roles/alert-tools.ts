import { createMailer } from '../../platform/mail.ts';
import type { AlertTools } from '../../services/alerts/notify-receiver.ts';
import type { ReadCertificate } from '../../services/tools.ts';
import { createOutboundClient } from '../../services/outbound/create-outbound-client.ts';
import type { EngineAddresses } from '../engine-addresses.ts';
import { provideOutbound } from '../provide-outbound.ts';
import { resolvePanelUrl } from '../public-urls.ts';
import type { Settings } from '../settings.ts';

export async function provideAlertTools(settings: Settings, engines: EngineAddresses): Promise<AlertTools> {
  const { mail } = settings;
  return {
    outbound: await provideOutbound(settings, engines),
    mailer: mail === undefined ? undefined : createMailer(mail),
    panelUrl: resolvePanelUrl(settings),
  };
}

/**
 * Returns a certificate reader. Because it reads nothing but the certificate, it may connect to this machine's own
 * addresses, but not to private networks.
 */
export function provideCertificates(): ReadCertificate {
  const client = createOutboundClient({ allow: [], ownAddresses: () => [] });
  return (host) => client.readCertificate(host);
}
