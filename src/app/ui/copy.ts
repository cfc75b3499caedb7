/**
 * Copies a text to the clipboard.
 * @returns the message to show the viewer.
 */
export async function copied(text: string): Promise<string> {
  try {
    await navigator.clipboard.writeText(text);
    return 'Copied';
  } catch {
    // Browsers allow the clipboard only over HTTPS and on localhost.
    return 'This browser does not let this page copy: select the text instead';
  }
}
