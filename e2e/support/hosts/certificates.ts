/** A certificate authority for tests, made with openssl if it is installed. */

import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export const isOpensslThere = spawnSync('openssl', ['version']).status === 0;
export const whyNoOpenssl = 'skipped: openssl is not installed';

/** Key and certificate of a server, both as PEM text. */
export interface Identity {
  readonly key: string;
  readonly cert: string;
}

export interface Authority {
  /** Path of the authority's own certificate, PEM. */
  readonly file: string;
  /**
   * Signs a certificate for a server.
   *
   * @param name - subject alternative name, such as `IP:127.0.0.1`.
   * @param until - last moment of validity, `YYYYMMDDHHMMSSZ`.
   */
  sign(name: string, until?: string): Identity;
}

const future = '20991231000000Z';

/**
 * Makes an authority.
 *
 * @param folder - folder for all its files.
 */
export function makeAuthority(folder: string): Authority {
  const at = (name: string) => join(folder, name);
  const openssl = (line: string) =>
    execFileSync('openssl', line.split(' '), { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] });
  const newKey = '-config ca.conf -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes';
  writeFileSync(at('index'), '');
  writeFileSync(at('serial'), '01');
  writeFileSync(
    at('ca.conf'),
    `[ca]
default_ca = own
[own]
database = index
serial = serial
new_certs_dir = .
default_md = sha256
policy = any
unique_subject = no
copy_extensions = copy
[any]
commonName = supplied
[req]
distinguished_name = name
[name]
[authority]
basicConstraints = critical,CA:true
keyUsage = critical,keyCertSign
`,
  );
  openssl(
    `req -x509 ${newKey} -extensions authority -days 3650 -subj /CN=Authority -keyout ca.key -out ca.pem`,
  );
  let count = 0;
  return {
    file: at('ca.pem'),
    sign(name, until = future) {
      count += 1;
      const files = `-keyout ${count}.key -out ${count}.csr`;
      openssl(`req -new ${newKey} -subj /CN=Service -addext subjectAltName=${name} ${files}`);
      const dates = `-startdate 20200101000000Z -enddate ${until}`;
      const signing = '-config ca.conf -cert ca.pem -keyfile ca.key';
      openssl(`ca -batch -notext ${signing} ${dates} -in ${count}.csr -out ${count}.pem`);
      return { key: readFileSync(at(`${count}.key`), 'utf8'), cert: readFileSync(at(`${count}.pem`), 'utf8') };
    },
  };
}
