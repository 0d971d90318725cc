import type { OpenApiDocument } from './document.ts';

/** Security schemes for the panel's session cookie, whose name depends on the scheme of the URL. */
export const sessionSchemes = {
  session: describeCookie('__Host-waypost', 'Session cookie if the panel is served over HTTPS.'),
  plainSession: describeCookie('waypost', 'Session cookie if the panel is served over HTTP.'),
};

export const sessionSecurity: OpenApiDocument['security'] = [{ session: [] }, { plainSession: [] }];

function describeCookie(name: string, description: string) {
  return { type: 'apiKey', in: 'cookie', name, description };
}
