import { NETWORKS } from '#catalog/networks.ts';
import type { WalletScreenerName } from '#catalog/wallet-screeners.ts';
import { Outage } from '#kit/failure.ts';
import { readMerkleScienceAlert } from '#providers/merkle-science/merkle-science-alert.ts';
import {
  ScreeningLate,
  type WalletQuery,
  type WalletScreener,
} from '#providers/wallet-screener.ts';

/** What alerts of fake vendors carry in `x-webhook-key`. */
export const FAKE_ALERT_KEY = 'alert-key-of-test';

/** What a fake vendor does about a wallet. */
export type FakeOutcome = 'approved' | 'rejected' | 'late' | 'failed';

/** A vendor whose decisions a test sets; it approves every other wallet. */
export interface FakeScreener extends WalletScreener {
  /** By wallet. */
  readonly outcomes: Map<string, FakeOutcome>;
  /** What it was asked, in order. */
  readonly queries: WalletQuery[];
}

/** A vendor of tests, in their process. One that is late for a page's call answers one with more time by `patientOutcome`. */
export function fakeScreener(
  name: WalletScreenerName,
  { patientOutcome = 'failed' }: { readonly patientOutcome?: FakeOutcome } = {},
): FakeScreener {
  const outcomes = new Map<string, FakeOutcome>();
  const queries: WalletQuery[] = [];
  const screen: WalletScreener['screen'] = async (query) => {
    queries.push(query);
    const outcome = outcomes.get(query.walletAddress) ?? 'approved';
    const isPatient = query.timeoutMs > 5_000;
    const decision = outcome === 'late' && isPatient ? patientOutcome : outcome;
    if (decision === 'late') throw new ScreeningLate(`${name}: no answer in time`);
    if (decision === 'failed') throw new Outage(`${name} answered 503`);
    const level = decision === 'approved' ? 'Info' : 'High';
    const categories = decision === 'approved' ? [] : ['Phishing', 'Mixer'];
    return { decision, level, categories, reference: query.policyId ?? null };
  };
  const covers: WalletScreener['covers'] = (network) =>
    name === 'merklescience' || NETWORKS[network].family === 'evm';
  const readAlert: WalletScreener['readAlert'] = (request) =>
    readMerkleScienceAlert(request, [FAKE_ALERT_KEY]);
  const takesPolicies = name === 'hypernative';
  return { name, outcomes, queries, covers, takesPolicies, screen, readAlert };
}
