/**
 * Fault modes: bodies that are not the documented JSON (docs/understand/untrusted-responses.md, “Bodies that
 * are not JSON”).
 */

import { broken, forged, odd } from './mode.ts';

const loginPage =
  '<!doctype html><title><script>globalThis.__pwned=1</script>Sign in</title>' +
  `<body onload="globalThis.__pwned=1"><p>${forged}</p></body>`;

export const bodyModes = [
  broken('html', 'A18', 'answers with a login page', {
    body: loginPage,
    headers: { 'Content-Type': 'text/html; charset=utf-8' },
  }),
  broken('html-as-json', 'A18', 'answers with a login page that it calls JSON', { body: loginPage }),
  broken('empty', 'A19', 'answers with no body', { body: '' }),
  broken('blank', 'A19', 'answers with blanks', { body: ' \n\t ' }),
  broken('truncated', 'A19', 'answers with a document cut short', {
    body: (text) => text.slice(0, Math.floor(text.length * 0.7)),
  }),
  broken('two-documents', 'A19', 'answers with two documents', { body: (text) => `${text}\n${text}` }),
  broken('trailing-text', 'A19', 'answers with text behind the document', { body: (text) => `${text} ok.` }),
  broken('nan-literals', 'A19', 'answers with NaN in place of numbers', {
    body: (text) => text.replace(/":(?:\d+|"operational")/, '":NaN'),
  }),
  broken('null', 'A20', 'answers null', { body: 'null' }),
  broken('number', 'A20', 'answers a number', { body: '42' }),
  broken('string', 'A20', 'answers a string', { body: '"operational"' }),
  broken('bare-array', 'A20', 'answers a bare array', { body: '[{"name":"x","status":"operational"}]' }),
  odd('type-plain', 'A21', 'calls its JSON plain text', { headers: { 'Content-Type': 'text/plain' } }),
  odd('type-missing', 'A21', 'does not say what it sends', { headers: { 'Content-Type': null } }),
  odd('type-odd', 'A21', 'gives its type odd parameters', {
    headers: { 'Content-Type': 'application/vnd.x+json; charset="latin1"; q=;' },
  }),
  broken('type-html', 'A21', 'calls its JSON a web page', { headers: { 'Content-Type': 'text/html' } }),
  odd('byte-order-mark', 'A22', 'begins with a byte order mark', { body: (text) => `\uFEFF${text}` }),
  broken('utf-16', 'A22', 'answers in UTF-16', { body: (text) => Buffer.from(`\uFEFF${text}`, 'utf16le') }),
  odd('latin-1', 'A22', 'answers in Latin-1', {
    body: (text) => Buffer.from(text.replaceAll(/(?<="name":")\w/g, 'é'), 'latin1'),
  }),
  odd('invalid-utf-8', 'A22', 'answers with bytes that are no UTF-8', {
    body: (text) => Buffer.from(text.replaceAll(/(?<="name":")\w/g, '\u00ff\u00fe'), 'latin1'),
  }),
  odd('duplicate-members', 'A23', 'names members twice', {
    body: (text) => text.replaceAll('"status":', `"status":"${forged}","status":`),
  }),
];
