/**
 * Keeps the page alive while the browser translates it. A translator replaces text nodes by elements of its own. React goes on to
 * change the replaced node, which nobody sees, and fails when it removes it. So a replaced node returns, empty, beside
 * its translation. When React changes or removes the node, the translation leaves: it says what was.
 */

/** React marks every node that it creates, save the text of an element without other children: that one it replaces itself. */
function isOfReact(node: Node): boolean {
  return Object.keys(node).some((key) => key.startsWith('__react'));
}

const isText = (node: Node): node is Text => node.nodeType === Node.TEXT_NODE;
const isChild = (node: Node): node is Element | Text => isText(node) || node.nodeType === Node.ELEMENT_NODE;

/** Replaced nodes by their translation, with their text. A translation may stand for several neighbours. */
const originals = new WeakMap<Node, Map<Text, string>>();
const translations = new WeakMap<Node, ChildNode>();

function keepBeside(text: Text, translation: ChildNode): void {
  // Some translators wrap the node instead of replacing it.
  if (translation.contains(text)) text.replaceWith(text.cloneNode());
  const kept = originals.get(translation) ?? new Map<Text, string>();
  const last = [...kept.keys()].at(-1);
  if (last) (kept.size === 1 ? translation : last).after(text);
  else translation.before(text);
  originals.set(translation, kept.set(text, text.data));
  translations.set(text, translation);
  text.data = '';
}

/** Shows the original text again. */
function dropTranslation(translation: ChildNode): void {
  for (const [text, data] of originals.get(translation) ?? []) {
    translations.delete(text);
    if (text.parentNode) text.data = data;
  }
  originals.delete(translation);
  translation.remove();
}

/** @returns whether React changed or removed a node that has a translation. */
function isOutdated(text: Node): boolean {
  const translation = translations.get(text);
  if (!translation || !isText(text)) return false;
  originals.get(translation)?.delete(text);
  translations.delete(text);
  dropTranslation(translation);
  return true;
}

function follow({ target, removedNodes, addedNodes, previousSibling, nextSibling }: MutationRecord): void {
  for (const node of removedNodes) {
    if (node.parentNode === target) continue;
    // The translator shows the original again.
    if (isChild(node) && originals.has(node)) dropTranslation(node);
    if (!isText(node) || isOutdated(node) || !isOfReact(node)) continue;
    const translation = [...addedNodes, previousSibling, nextSibling].find(
      (other) => other?.parentNode === target && isChild(other) && !isOfReact(other),
    );
    if (translation && isChild(translation)) keepBeside(node, translation);
  }
}

/** For as long as the page is there. */
export function watchTranslation(): void {
  const observer = new MutationObserver((records) => {
    // A translator may also change a node that it wraps in the same step.
    const changed = records.filter(({ type, target }) => type === 'characterData' && translations.has(target));
    for (const record of records) follow(record);
    for (const { target } of changed) isOutdated(target);
    // Those of the lines above.
    observer.takeRecords();
  });
  observer.observe(document.body, { childList: true, characterData: true, subtree: true });
}
