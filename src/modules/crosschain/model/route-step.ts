import type { z } from 'zod';
import { SOURCE_SYMBOLS } from '#catalog/bridge.ts';
import type { Currency } from '#catalog/currencies.ts';
import { NETWORKS, SOURCE_CHAINS } from '#catalog/networks.ts';
import { refuseField } from '#kit/failure.ts';
import { CalldataMetadataResponse } from '#modules/calldata/index.ts';

/** What names a route, so that it can be prepared again. */
export const RouteStep = CalldataMetadataResponse.shape.rawStep.unwrap();

/** What names a route, so that it can be prepared again. */
export type RouteStep = z.output<typeof RouteStep>;

/** Of which route a step is made. */
interface StepOrigin {
  readonly source: Currency;
  readonly payer: string;
  /** Makes the calls; undefined where the payer does. */
  readonly account?: { readonly address: string; readonly tokenHolder: unknown } | undefined;
  readonly provider: string;
  readonly tool: string;
  /** Where the route ends: the network, and the contract that it calls there. */
  readonly toChainId: number;
  readonly toAddress: string;
}

/** The step that names a route, so that it can be prepared anew. Its id holds the source and the wallets, as nothing is stored of it. */
export function routeStepOf(origin: StepOrigin): RouteStep {
  const { source, payer, account, provider, tool, toChainId, toAddress } = origin;
  const from = [NETWORKS[source.network].sourceChain, source.symbol];
  return {
    id: [...from, ...walletsOf({ payer, account })].join('_'),
    type: provider,
    tool,
    action: { toChainId, toAddress },
  };
}

/** Stands in an id behind a Safe, and before to whom its route returns. */
const OF_SAFE = 'safe';

function walletsOf({ payer, account }: Pick<StepOrigin, 'payer' | 'account'>): readonly string[] {
  if (account === undefined) return [payer];
  if (account.tokenHolder !== undefined) return [account.address, payer];
  const isReturned = payer === account.address;
  return [account.address, OF_SAFE, ...(isReturned ? [] : [payer])];
}

/** The source and the wallets that a step was made for. Refuses (400) ids that no step has. */
export function readStepSource({ id }: RouteStep) {
  const [sourceChain, symbol, wallet, eoaWallet, refundWallet, ...others] = id.split('_');
  const chain = SOURCE_CHAINS.find((one) => one === sourceChain);
  const token = SOURCE_SYMBOLS.find((one) => one === symbol);
  if (chain === undefined || token === undefined || !wallet || others.length > 0) {
    throw refuseStep('id');
  }
  if (eoaWallet === OF_SAFE) {
    const isSafe = 'true' as const;
    return { chain, token, wallet, isSafe, ...(refundWallet !== undefined && { refundWallet }) };
  }
  if (refundWallet !== undefined) throw refuseStep('id');
  return { chain, token, wallet, ...(eoaWallet !== undefined && { eoaWallet }) };
}

/** Refuses (400) a step that is not that of a route. */
export function checkStep(step: RouteStep, made: RouteStep): void {
  if (step.type !== made.type) throw refuseStep('type');
  if (step.tool !== made.tool) throw refuseStep('tool');
  if (step.action.toChainId !== made.action.toChainId) throw refuseStep('action.toChainId');
  const [asked, is] = [step.action.toAddress, made.action.toAddress];
  if (asked.toLowerCase() !== is.toLowerCase()) throw refuseStep('action.toAddress');
}

/** 400: a step, or a part of it, that belongs to no route of the link. */
export function refuseStep(part: string) {
  const field = `step.${part}`;
  const message = `${field} must be that of metadata.rawStep, as /pay of this link answers it`;
  return refuseField(field, message);
}
