import { WaypostError } from './errors.ts';

const depthMax = 32;

export function parseJson(body: Buffer): unknown {
  const text = decode(body);
  if (measureDepth(text) > depthMax)
    throw new WaypostError('VALIDATION_FAILED', `The request body is nested deeper than ${depthMax} levels`);
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new WaypostError('VALIDATION_FAILED', 'The request body is not valid JSON', { cause: error });
  }
}

function decode(body: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch (error) {
    throw new WaypostError('VALIDATION_FAILED', 'The request body is not valid UTF-8', { cause: error });
  }
}

// The depth is measured before parsing, so that a body of nothing but brackets is rejected in one pass and without
// using more memory.
function measureDepth(text: string): number {
  let depth = 0;
  let deepest = 0;
  let inString = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charCodeAt(at);
    if (inString) {
      if (character === 0x5c) at += 1;
      else if (character === 0x22) inString = false;
    } else if (character === 0x22) inString = true;
    else if (character === 0x7b || character === 0x5b) deepest = Math.max(deepest, (depth += 1));
    else if (character === 0x7d || character === 0x5d) depth -= 1;
  }
  return deepest;
}
