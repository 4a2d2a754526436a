import type { ScreeningOutcome } from './magic-addresses.ts';

type Body = Readonly<Record<string, unknown>>;

/** When the made-up events were; nobody reads it. */
const SEEN_AT = '2026-01-02T03:04:05Z';
const DEFAULT_POLICY = '0f8a1ae1-e9ca-4491-9499-b13ba21f1bb6';

const isRejected = (outcome: ScreeningOutcome) => outcome === 'reject' || outcome === 'late_reject';

/** A judgement in the shape of Hypernative's screener. */
export function reputationOf(wallet: string, body: Body, outcome: ScreeningOutcome): object {
  const isDenied = isRejected(outcome);
  const severity = outcome === 'unknown_level' ? 'Fatal' : isDenied ? 'High' : 'Info';
  const flag = {
    title: isDenied ? 'Phishing & Scamming' : 'First seen',
    flagId: 'OF1410',
    chain: 'ethereum',
    lastUpdate: SEEN_AT,
    events: [],
    severity,
  };
  return {
    address: wallet.toLowerCase(),
    recommendation: isDenied ? 'Deny' : 'Approve',
    severity,
    policyId: body['screenerPolicyId'] ?? DEFAULT_POLICY,
    timestamp: SEEN_AT,
    flags: [flag],
  };
}

/** A judgement in the shape of Merkle Science's version 4.2. */
export function riskOf(wallet: string, body: Body, outcome: ScreeningOutcome): object {
  const isHigh = isRejected(outcome);
  const level = outcome === 'unknown_level' ? 9 : isHigh ? 4 : 0;
  const word = outcome === 'unknown_level' ? 'Fatal' : isHigh ? 'High' : 'No Risk Detected';
  return {
    identifier: wallet.toLowerCase().startsWith('0x') ? wallet.toLowerCase() : wallet,
    blockchain: body['blockchain'],
    blockchain_verbose: 'Sandbox',
    risk_level: level,
    risk_level_verbose: word,
    total_incoming_value: '0',
    total_incoming_value_usd: '0',
    total_outgoing_value: '0',
    total_outgoing_value_usd: 0,
    balance: '0',
    originator: isHigh
      ? [{ tag_type_verbose: 'Theft', tag_subtype_verbose: 'Hack', total_value_usd: '12.5' }]
      : [],
    beneficiary: [],
    tags: { owner: {}, user: {} },
  };
}
