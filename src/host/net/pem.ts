import { createPrivateKey, X509Certificate } from 'node:crypto';
import { SettingsError } from './settings-error.ts';

export function isCertificate(text: string): boolean {
  try {
    return new X509Certificate(text).fingerprint256 !== '';
  } catch {
    return false;
  }
}

/** @throws SettingsError if there is no certificate. */
export function checkCertificate(text: string): void {
  if (!isCertificate(text)) throw new SettingsError('it has no certificate in PEM form');
}

/** @throws SettingsError if there is no usable key. */
export function checkKey(text: string): void {
  try {
    createPrivateKey(text);
  } catch {
    throw new SettingsError('it has no private key in PEM form without a passphrase');
  }
}

export function isPair(certificate: string, key: string): boolean {
  return new X509Certificate(certificate).checkPrivateKey(createPrivateKey(key));
}
