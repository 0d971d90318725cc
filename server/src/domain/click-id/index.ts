export { clickIdLength, clickIdPurpose, makeClickIds, type ClickId, type ClickIds } from './click-id.ts';
export { idBytes, idTail, readId, writeId } from './id-bytes.ts';
export { codeBytes, hasCode, readWord, writeCode, writeWord } from './keyed-code.ts';
export { makeSipHash, type SipHash } from './sip-hash.ts';
