import type { RpcBlock } from 'viem';
import type { BlockSource } from '../following/block-source.ts';
import { checkAgreement } from './nodes/check-agreement.ts';
import { type ScanParts, scanAhead } from './scan-chunks.ts';
import { readHeadBeside, readPoints } from './windows.ts';

/** The blocks of an EVM network, read by logs of its proxies and the receipts behind them. */
export function evmSource(parts: ScanParts): BlockSource {
  const { node, contracts } = parts;
  const sourceOf = (other: ScanParts['node']) => evmSource({ ...parts, node: other });
  let newest: RpcBlock | undefined;
  return {
    network: node.network,
    runtime: node.runtime,
    checkChainIds: () => node.checkChainIds(),
    readHead: async (query) => {
      const { head, block } = await readHeadBeside(node, query);
      newest = block;
      return head;
    },
    readPoints: (wanted) => readPoints(node, wanted),
    scanAhead: (query) => scanAhead({ ...parts, newest }, query),
    checkAgreement: (query) => checkAgreement(node, contracts, query),
    steady: () => sourceOf(node.steady()),
    another: () => sourceOf(node.another()),
    others: () => node.others().map(sourceOf),
    markSuspect: () => node.markSuspect(),
  };
}
