/**
 * Keeps React working while the browser translates the page. A translator replaces text nodes by its own
 * elements. React would then change a detached node without effect, or fail to remove it. So each replaced
 * node is put back, empty, beside its translation. If React changes or removes the node, its outdated
 * translation is removed.
 */

/**
 * Whether React created the node. React marks all its nodes except the only text of an element, which it
 * replaces itself.
 */
function isOfReact(node: Node): boolean {
  return Object.keys(node).some((key) => key.startsWith('__react'));
}

const isText = (node: Node): node is Text => node.nodeType === Node.TEXT_NODE;
const isChild = (node: Node): node is Element | Text => isText(node) || node.nodeType === Node.ELEMENT_NODE;

/**
 * For each translation, the text nodes that it replaced, with their text. One translation may replace several
 * neighbours.
 */
const originals = new WeakMap<Node, Map<Text, string>>();
const translations = new WeakMap<Node, ChildNode>();

function keepBeside(text: Text, translation: ChildNode): void {
  // Some translators wrap the node and do not replace it.
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

/**
 * Removes the translation of a text node that React has changed or removed.
 * @returns whether the node had a translation.
 */
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
    // If the translator removed its own translation, it restores the original text.
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
    // A translator may change a node and wrap it in the same step.
    const changed = records.filter(({ type, target }) => type === 'characterData' && translations.has(target));
    for (const record of records) follow(record);
    for (const { target } of changed) isOutdated(target);
    // Discards the records of the changes made above.
    observer.takeRecords();
  });
  observer.observe(document.body, { childList: true, characterData: true, subtree: true });
}
