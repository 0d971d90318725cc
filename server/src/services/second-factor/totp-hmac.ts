import { createHmac } from 'node:crypto';
import type { Hmac } from '../../domain/totp.ts';

export const hmacSha1: Hmac = (key, message) => createHmac('sha1', key).update(message).digest();
