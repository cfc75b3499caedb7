/** "Three letters and a digit" (part 2, Region): what a list may be asked for by. */
export const regionCodeForm = /^[a-z]{3}\d$/;

export function isRegionCode(text: string): boolean {
  return regionCodeForm.test(text);
}
