/** Part 2, Region: three lowercase letters and a digit. Only such a code may be a `region` parameter. */
export const regionCodeForm = /^[a-z]{3}\d$/;

export function isRegionCode(text: string): boolean {
  return regionCodeForm.test(text);
}
