/**
 * Pattern of a region code: three lowercase letters and a digit (API document, part 2). Only such a code may
 * be sent as `region` parameter.
 */
export const regionCodeForm = /^[a-z]{3}\d$/;

export function isRegionCode(text: string): boolean {
  return regionCodeForm.test(text);
}
