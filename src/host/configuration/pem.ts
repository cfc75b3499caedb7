/** Certificates and keys in PEM form. */

import { createPrivateKey, X509Certificate } from 'node:crypto';
import { SettingsError } from './base-url.ts';

/** Whether a text holds a certificate in PEM form. */
export function isCertificate(text: string): boolean {
  try {
    return new X509Certificate(text).fingerprint256 !== '';
  } catch {
    return false;
  }
}

/** @throws SettingsError where it holds none. */
export function checkCertificate(text: string): void {
  if (!isCertificate(text)) throw new SettingsError('it holds no certificate in PEM form');
}

/** @throws SettingsError where it holds none that can be used. */
export function checkKey(text: string): void {
  try {
    createPrivateKey(text);
  } catch {
    throw new SettingsError('it holds no private key in PEM form without a passphrase');
  }
}

/** Whether a certificate was made for a key; both are what they say. */
export function isPair(certificate: string, key: string): boolean {
  return new X509Certificate(certificate).checkPrivateKey(createPrivateKey(key));
}
