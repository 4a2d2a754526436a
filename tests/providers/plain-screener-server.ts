import { text } from 'node:stream/consumers';
import { z } from 'zod';
import type { WalletScreenerName } from '#catalog/wallet-screeners.ts';
import { startHttpServer } from '../support/http-server.ts';
import type { ScreenerServer } from './screener-conformance.ts';

const APPROVED = '0x742d35cc6634c0532925a3b844bc454e4438f44e';
const REJECTED = '0x7ccaf3edda4ca3e1f61c81d19019c92dd250fa26';
const SILENT = '0x1111111111111111111111111111111111111111';

const event = {
  eventId: 'UMWKOWWCB0JZ',
  address: REJECTED,
  alias: 'Fake_Phishing877893',
  chain: 'ethereum',
  flagId: 'OF1410',
  timestampEvent: '2025-02-20T06:35:11Z',
};
const flag = {
  title: 'Phishing & Scamming',
  flagId: 'OF1410',
  chain: 'ethereum',
  lastUpdate: '2025-02-20T06:35:11Z',
  severity: 'High',
  events: [event],
};

const reputation = (address: string, policyId: string | undefined) => ({
  address,
  recommendation: address === REJECTED ? 'Deny' : 'Approve',
  severity: address === REJECTED ? 'High' : 'Info',
  policyId: policyId ?? '0f8a1ae1-e9ca-4491-9499-b13ba21f1bb6',
  flags: [address === REJECTED ? flag : { ...flag, title: 'Contract', severity: 'Info' }],
  timestamp: '2025-02-25T15:51:23.570Z',
});

const risk = (identifier: string, blockchain: string | undefined) => ({
  identifier,
  blockchain,
  blockchain_verbose: 'Ethereum',
  risk_level: identifier === REJECTED ? 5 : 0,
  risk_level_verbose: identifier === REJECTED ? 'Critical' : 'No Risk Detected',
  total_incoming_value_usd: '1024.55',
  total_outgoing_value_usd: 12.5,
  originator:
    identifier === REJECTED
      ? [{ tag_type_verbose: 'Sanctions', tag_subtype_verbose: 'OFAC', total_value_usd: '9' }]
      : [],
  beneficiary: [],
  tags: { owner: { tag_type_verbose: '' }, user: {} },
});

const Body = z.looseObject({
  addresses: z.array(z.string()).optional(),
  screenerPolicyId: z.string().optional(),
  identifier: z.string().optional(),
  blockchain: z.string().optional(),
});

/** A server of the published samples of one vendor, which knows three wallets. */
export async function startPlainScreenerServer(
  vendor: WalletScreenerName,
): Promise<ScreenerServer & AsyncDisposable> {
  const server = await startHttpServer((request, response) => {
    const answer = async () => {
      const body = Body.parse(JSON.parse(await text(request)));
      const wallet = (body.addresses?.[0] ?? body.identifier ?? '').toLowerCase();
      if (wallet === SILENT) return;
      const answered =
        vendor === 'hypernative'
          ? reputation(wallet, body.screenerPolicyId)
          : risk(wallet, body.blockchain);
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answered));
    };
    answer().catch(() => response.destroy());
  });
  return {
    baseUrl: server.url,
    approved: APPROVED,
    rejected: REJECTED,
    silent: SILENT,
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}
