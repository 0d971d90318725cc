import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { constants, gzipSync } from 'node:zlib';

export type TrackingScript = { plain: Buffer; gzipped: Buffer; etag: string };

/** The script as it is served: without comments and indentation, and packed once instead of for each visitor. */
export function loadTrackingScript(): TrackingScript {
  const source = readFileSync(join(import.meta.dirname, 'tracking-script.js'), 'utf8');
  const plain = Buffer.from(stripScript(source));
  const hash = createHash('sha256').update(plain).digest('base64url').slice(0, 22);
  return {
    plain,
    gzipped: gzipSync(plain, { level: constants.Z_BEST_COMPRESSION }),
    // Weak, because the packed form is the same script in other bytes.
    etag: `W/"${hash}"`,
  };
}

/** Line by line, so the source may hold neither texts of several lines nor comments behind code. */
export function stripScript(source: string): string {
  const lines = source.split('\n').map((line) => line.trim());
  return `${lines.filter((line) => line !== '' && !line.startsWith('//')).join('\n')}\n`;
}
