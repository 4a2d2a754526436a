import { setting } from './setting.ts';
import {
  agreement,
  amountSteps,
  apiUrl,
  coins,
  confirmations,
  dollars,
  escrowCollectors,
  evmAddress,
  jsonObject,
  nodeUrls,
  number,
  oneOf,
  serviceUrl,
} from './value-forms.ts';

/** Half of the time after which a network counts as behind. */
const POLL_SECONDS_MAX = 60;

/** More blocks than any chain will have. */
const BLOCK_NUMBER_MAX = 999_999_999_999;

/** A setting that exists once for each network: its prefix and the form of each value. */
export const NETWORK_SETTINGS = {
  RPC_URL_: setting(nodeUrls(), {
    meaning:
      'The nodes of a network, best first; a network without one is not served. WebSocket nodes only report new blocks.',
    unit: 'comma-separated URLs, at least one of them of HTTP',
    example: 'https://node.example.com/key,https://other.example.com',
    otherwise: 'local nodes in the sandbox; at least one network is required in production',
    secret: true,
  }),
  FIRST_BLOCK_: setting(number({ min: 0, max: BLOCK_NUMBER_MAX }), {
    meaning:
      'The first block that is read of a network without a cursor. For a network that is followed already, `florin rescan` reads older blocks.',
    unit: 'block number',
    example: '21000000',
    otherwise: 'its start in the sandbox; its newest block in production',
  }),
  POLL_SECONDS_: setting(number({ min: 1, max: POLL_SECONDS_MAX }), {
    meaning:
      'How often a network is polled for new blocks at most, for nodes that are paid by the call: payments are seen up to so much later. New blocks that a WebSocket node reports are read at once in any case.',
    unit: 'seconds',
    example: '15',
    otherwise: 'a little more than once per block, and at most twice a second',
  }),
  CONFIRMATIONS_: setting(confirmations(), {
    meaning: 'How many blocks, its own included, confirm a payment before it settles its link.',
    unit: 'blocks, or `safe` or `finalized` for what the nodes call so',
    example: '12',
    otherwise: '1 in the sandbox; the depth of the network in production',
  }),
  CONFIRMATIONS_BY_AMOUNT_: setting(amountSteps(), {
    meaning:
      'What payments of larger amounts wait for beside that: from so many dollars on, so many blocks. What is no stablecoin in dollars waits for the last step.',
    unit: 'comma-separated steps of whole dollars and blocks, `safe` or `finalized`',
    example: '1000:12,100000:finalized',
    otherwise: 'the same for every amount',
  }),
  HEADER_CHECK_: setting(oneOf(['hash', 'links']), {
    meaning:
      'What a block header is checked against: its own hash, or only the header before it, which is for networks whose headers have a form that this release does not support.',
    unit: '`hash` or `links`',
    example: 'links',
    otherwise: '`hash`, on networks where a hash follows from the header',
  }),
  AGREEMENT_: setting(agreement(), {
    meaning:
      'How many nodes of a network must have the block of a payment, and none another, before it counts; see `AGREEMENT_ABOVE`. URLs of one domain are one node.',
    unit: 'nodes, of those in `RPC_URL_<NETWORK>` that begin with `http`; or `off`, so that the word of one is enough',
    example: '2',
    otherwise: '2 where two or more are configured; else the word of the only one is enough',
  }),
  SAFE_SERVICE_URL_: setting(apiUrl(), {
    meaning:
      'The Safe Transaction Service of a network, which shows what the owners of a Safe have signed. Payments by Safes are followed on the chain without it too.',
    unit: 'URL that ends in `/api`',
    example: 'https://safe.example.com/api',
    otherwise:
      'the public service of the network in production where `SAFE_SERVICE_API_KEY` is set; in the sandbox its own',
  }),
  BUNDLER_URL_: setting(serviceUrl(), {
    meaning:
      'The bundler of a network, which sends what smart accounts sign (ERC-4337). Payers reach it through this installation alone, and only to pay a link.',
    unit: 'URL, with the key that the vendor puts in it',
    example: 'https://bundler.example.com/v2/8453/rpc?apikey=key',
    otherwise: 'no operations of smart accounts are sent',
    secret: true,
  }),
  PAYMASTER_URL_: setting(serviceUrl(), {
    meaning:
      'The paymaster of a network, which pays the gas of those operations at your cost (ERC-7677). It needs `BUNDLER_URL_<NETWORK>`.',
    unit: 'URL, with the key that the vendor puts in it',
    example: 'https://paymaster.example.com/rpc?apikey=key',
    otherwise: 'smart accounts pay their gas themselves',
    secret: true,
  }),
  PAYMASTER_CONTEXT_: setting(jsonObject(), {
    meaning: 'What the vendor of the paymaster wants beside each operation, such as a policy.',
    unit: 'a JSON object',
    example: '{"sponsorshipPolicyId":"sp_payments"}',
    otherwise: 'an empty object',
    secret: true,
  }),
  PAYMASTER_FEE_USD_: setting(dollars(), {
    meaning:
      'What each new payment on a network carries as a fixed fee for the gas that the paymaster pays, on top for the payer, whoever pays the gas of this one; `PROTOCOL_FEE_ADDRESS` receives it.',
    unit: 'dollars',
    example: '0.05',
    otherwise: 'no such fee',
  }),
  PAYMASTER_BUDGET_: setting(coins(), {
    meaning:
      'What the operations that the paymaster pays for one account may cost together in a day (UTC), each counted with the most that it may cost.',
    unit: 'the network’s coin',
    example: '0.05',
    otherwise: '`0.02`',
  }),
  PAYMASTER_TOTAL_BUDGET_: setting(coins(), {
    meaning: 'The same for all accounts together, as any wallet opens an account.',
    unit: 'the network’s coin',
    example: '0.5',
    otherwise: 'twenty times that of one account',
  }),
  PERMIT_SPENDER_: setting(evmAddress(), {
    meaning:
      'The contract that makes payments which payers sign for Permit2: naming it offers them on this network, sent with `RELAYER_KEY`. It must be the contract of this release, which you deploy first.',
    unit: 'its address in `docs/operate/networks.md`',
    example: '0xbfDB97B653D512A040ed9C4e312D17cAC6B464FE',
    otherwise: 'the contract of local nodes in the sandbox; else no such payments',
  }),
  ESCROW_COLLECTORS_: setting(escrowCollectors(), {
    meaning:
      'The contracts that bring tokens into the escrow of commerce payments, where this release names none: on Sepolia. Each is compared with the escrow before anything is prepared.',
    unit: 'the four names, each with its address',
    example:
      'preApproval:0x1b77ABd71FCD21fbe2398AE821Aa27D1E6B94bC6,erc3009:0x0E3dF9510de65469C4518D7843919c0b8C7A7757,permit2:0x992476B9Ee81d52a5BdA0622C333938D0Af0aB26,operatorRefund:0x934907bffd0901b6A21e398B9C53A4A38F02fa5d',
    otherwise: 'those of local nodes in the sandbox; on Base the published ones',
  }),
  RECURRING_PROXY_: setting(evmAddress(), {
    meaning:
      'Your own deployment of `ERC20RecurringPaymentProxy` 0.1.0, which takes the instalments of recurring payouts and names the account of `RELAYER_KEY` as its relayer.',
    unit: 'address',
    example: '0x1111111111111111111111111111111111111111',
    otherwise:
      'the public deployment of the network, whose relayer is not yours; that of local nodes in the sandbox',
  }),
  RELAYER_BUDGET_: setting(coins(), {
    meaning:
      'What the transactions that are sent for one account may cost together in a day (UTC), each counted with the most that it may cost.',
    unit: 'the network’s coin',
    example: '0.05',
    otherwise: '`0.02`',
  }),
  RELAYER_TOTAL_BUDGET_: setting(coins(), {
    meaning: 'The same for all accounts together, as any wallet opens an account.',
    unit: 'the network’s coin',
    example: '0.5',
    otherwise: 'twenty times that of one account',
  }),
} as const;

/** The part of a setting's name that stands for a network: `arbitrum-one` is `ARBITRUM_ONE`. */
export function networkSuffix(networkId: string): string {
  return networkId.toUpperCase().replaceAll('-', '_');
}
