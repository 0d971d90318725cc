export { clickIdLength, clickIdPurpose, makeClickIds, type ClickId, type ClickIds } from './click-id.ts';
export { idBytes, idTail, readId, readIdWords, writeId, type Id } from './id-bytes.ts';
export { codeBytes, hasCode, writeCode } from './keyed-code.ts';
export { makeSipHash, type SipHash } from './sip-hash.ts';
export { readUint32, writeUint32 } from './uint32.ts';
