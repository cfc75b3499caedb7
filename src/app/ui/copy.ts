/** Copies a text to the clipboard. @returns what to say of it. */
export async function copied(text: string): Promise<string> {
  try {
    await navigator.clipboard.writeText(text);
    return 'Copied';
  } catch {
    // Browsers keep the clipboard from pages that did not come over HTTPS or from this machine.
    return 'This browser does not let pages copy here: select the text instead';
  }
}
