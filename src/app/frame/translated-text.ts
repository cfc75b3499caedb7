/**
 * Keeps React working while the browser translates the page. A translator replaces text nodes by its own
 * elements. React then changes the detached node without effect, or fails when it removes it. So a replaced
 * node returns, empty, beside its translation. When React changes or removes it, the outdated translation is
 * removed.
 */

/** React marks every node that it creates except the only text of an element, which it replaces itself. */
function isOfReact(node: Node): boolean {
  return Object.keys(node).some((key) => key.startsWith('__react'));
}

const isText = (node: Node): node is Text => node.nodeType === Node.TEXT_NODE;
const isChild = (node: Node): node is Element | Text => isText(node) || node.nodeType === Node.ELEMENT_NODE;

/** Replaced nodes with their text, by translation. One translation may replace several neighbours. */
const originals = new WeakMap<Node, Map<Text, string>>();
const translations = new WeakMap<Node, ChildNode>();

function keepBeside(text: Text, translation: ChildNode): void {
  // Some translators wrap the node instead of replacing it.
  if (translation.contains(text)) text.replaceWith(text.cloneNode());
  const texts = originals.get(translation) ?? new Map<Text, string>();
  const last = [...texts.keys()].at(-1);
  if (last) (texts.size === 1 ? translation : last).after(text);
  else translation.before(text);
  originals.set(translation, texts.set(text, text.data));
  translations.set(text, translation);
  text.data = '';
}

function dropTranslation(translation: ChildNode): void {
  for (const [text, data] of originals.get(translation) ?? []) {
    translations.delete(text);
    if (text.parentNode) text.data = data;
  }
  originals.delete(translation);
  translation.remove();
}

/** @returns whether React changed or removed a node with a translation. */
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
    // The translator itself restores the original.
    if (isChild(node) && originals.has(node)) dropTranslation(node);
    if (!isText(node) || isOutdated(node) || !isOfReact(node)) continue;
    const translation = [...addedNodes, previousSibling, nextSibling].find(
      (other) => other?.parentNode === target && isChild(other) && !isOfReact(other),
    );
    if (translation && isChild(translation)) keepBeside(node, translation);
  }
}

export function watchTranslation(): void {
  const observer = new MutationObserver((records) => {
    // A translator may also change a node that it wraps in the same step.
    const changed = records.filter(({ type, target }) => type === 'characterData' && translations.has(target));
    for (const record of records) follow(record);
    for (const { target } of changed) isOutdated(target);
    // Discards the mutations made above.
    observer.takeRecords();
  });
  observer.observe(document.body, { childList: true, characterData: true, subtree: true });
}
