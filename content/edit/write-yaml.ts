import { areValuesEqual, isObject } from '@funil/contract/field-values';
import {
  type Document,
  isMap,
  isScalar,
  isSeq,
  type Node,
  type Pair,
  parseDocument,
  visit,
  type YAMLMap,
  type YAMLSeq,
} from 'yaml';
import { prepareDocument, withYamlSpaces } from '../load/yaml-file.ts';

/** The width of the lines in the demonstration's files. */
const LINE_WIDTH = 100;

/** Returns a node with another value; unchanged parts keep their comments, order and quotes. */
function reviseNode(document: Document, node: unknown, value: unknown): unknown {
  if (isMap(node) && isObject(value)) return reviseMap(document, node, value);
  if (isSeq(node) && Array.isArray(value)) return reviseList(document, node, value);
  if (isScalar(node) && (typeof value !== 'object' || value === null)) {
    if (node.value === value) return node;
    // Without this, the file would keep the old number as it was written.
    delete node.format;
    delete node.source;
    if (typeof value !== typeof node.value) delete node.type;
    // A text with a comment gets quotes, because the loader refuses a comment after a text without quotes.
    if (typeof value === 'string' && node.comment) node.type = 'QUOTE_DOUBLE';
    node.value = value;
    return node;
  }
  return document.createNode(value);
}

function reviseMap(document: Document, map: YAMLMap, value: Record<string, unknown>): YAMLMap {
  const keyOf = (pair: Pair) => String(isScalar(pair.key) ? pair.key.value : pair.key);
  map.items = map.items.filter((pair) => Object.hasOwn(value, keyOf(pair)));
  for (const [key, item] of Object.entries(value)) {
    const pair = map.items.find((candidate) => keyOf(candidate) === key);
    if (pair) pair.value = reviseNode(document, pair.value, item);
    else map.items.push(document.createPair(key, item));
  }
  return map;
}

/** Moves unchanged items with their comments; an item that changed in its place keeps its comments. */
function reviseList(document: Document, list: YAMLSeq, value: readonly unknown[]): YAMLSeq {
  const itemsBefore = list.items.map((node) => ({ node, value: (node as Node).toJS(document) }));
  const unusedItems = new Set(itemsBefore);
  const movedNodes = value.map((item) => {
    const unchangedItem = [...unusedItems].find(({ value }) => areValuesEqual(value, item));
    if (unchangedItem) unusedItems.delete(unchangedItem);
    return unchangedItem?.node;
  });
  list.items = value.map((item, index) => {
    const movedNode = movedNodes[index];
    if (movedNode) return movedNode;
    const itemInPlace = itemsBefore[index];
    if (!itemInPlace || !unusedItems.delete(itemInPlace)) return document.createNode(item);
    return reviseNode(document, itemInPlace.node, item);
  });
  return list;
}

/** `text` must be a valid YAML file whose root is a group of fields. Comments and order stay. */
export function writeYaml(text: string, value: unknown): string {
  const document = parseDocument(withYamlSpaces(text));
  prepareDocument(document);
  if (areValuesEqual(document.toJS(), value)) return text;
  // Aliases become copies, because an alias would change with its anchor.
  visit(document, { Alias: (_key, alias) => document.createNode(alias.toJS(document)) });
  document.contents = reviseNode(document, document.contents, value) as typeof document.contents;
  const written = document.toString({ lineWidth: LINE_WIDTH, flowCollectionPadding: false });
  return text.includes('\r\n') ? written.replaceAll('\n', '\r\n') : written;
}
