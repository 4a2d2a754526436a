import type { BlockSource } from '../following/block-source.ts';
import { checkAgreement } from './check-agreement.ts';
import { readHeadBeside, readPoints } from './read-headers.ts';
import { type ScanParts, scanBlocks } from './scan-blocks.ts';

/** The blocks of a Tron network, each read whole with the receipts of all its transactions. */
export function tronSource(parts: ScanParts): BlockSource {
  const { node, contracts } = parts;
  const sourceOf = (other: ScanParts['node']) => tronSource({ ...parts, node: other });
  return {
    network: node.network,
    runtime: node.runtime,
    checkChainIds: () => node.checkChainIds(),
    readHead: (query) => readHeadBeside(node, query),
    readPoints: (wanted) => readPoints(node, wanted),
    scanAhead: (query) => scanBlocks(parts, query),
    checkAgreement: (query) => checkAgreement(node, contracts, query),
    steady: () => sourceOf(node.steady()),
    another: () => sourceOf(node.another()),
    others: () => node.others().map(sourceOf),
    markSuspect: () => node.markSuspect(),
  };
}
