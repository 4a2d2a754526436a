import { z } from 'zod';
import { DATABASE_SETTINGS } from './database-settings.ts';
import { IDENTITY_SETTINGS } from './identity-settings.ts';
import { NAME_SETTINGS } from './name-settings.ts';
import { OFF_RAMP_SETTINGS } from './off-ramp-settings.ts';
import { PERSONAL_DATA_SETTINGS } from './personal-data-settings.ts';
import { RELAYER_SETTINGS } from './relayer-settings.ts';
import { ROUTE_SETTINGS } from './route-settings.ts';
import { SAFE_SETTINGS } from './safe-settings.ts';
import { SCREENING_SETTINGS } from './screening-settings.ts';
import { setting } from './setting.ts';
import { apiKeys } from './tron-keys.ts';
import {
  addressRange,
  dollars,
  evmAddress,
  headerFamily,
  host,
  listOf,
  number,
  oneOf,
  origin,
  port,
  tronAddress,
  wholeDollars,
  wordPrefix,
} from './value-forms.ts';
import { WALLETCONNECT_SETTINGS } from './walletconnect-settings.ts';

/** A day, for the limits of settings that are given in seconds. */
const DAY_SECONDS = 86_400;

/** Every setting that is the same on each network, by the name of its environment variable. */
export const SETTINGS = z.object({
  FLORIN_MODE: setting(oneOf(['sandbox', 'production']), {
    meaning: 'Whether this is a sandbox with play money or serves real payments.',
    unit: '`sandbox` or `production`',
    example: 'production',
    otherwise:
      '`sandbox`, if no `DATABASE_URL`, `RPC_URL_*` or public URL is set; otherwise the start is refused',
  }),
  FLORIN_HOME: setting(z.string(), {
    meaning:
      'The data folder of the sandbox: its database, its nodes, its keys and `sandbox.json`.',
    unit: 'path',
    example: '.florin',
    otherwise: '`.florin` in the folder of the start',
  }),
  HOST: setting(host(), {
    meaning: 'The host name or address that every server listens on.',
    unit: 'host name or IP address',
    example: '0.0.0.0',
    otherwise: '`localhost`',
  }),
  API_PORT: setting(port(), {
    meaning: 'The port of the API.',
    unit: 'port; 0 takes any free one',
    example: '8080',
    otherwise: '`8080`',
  }),
  AUTH_PORT: setting(port(), {
    meaning: 'The port of the auth host, where people sign in and manage what is theirs.',
    unit: 'port; 0 takes any free one',
    example: '8081',
    otherwise: '`8081`',
  }),
  PAY_PORT: setting(port(), {
    meaning: 'The port of the pay page.',
    unit: 'port; 0 takes any free one',
    example: '8082',
    otherwise: '`8082`',
  }),
  DASHBOARD_PORT: setting(port(), {
    meaning: 'The port of the dashboard.',
    unit: 'port; 0 takes any free one',
    example: '8083',
    otherwise: '`8083`',
  }),
  METRICS_PORT: setting(port(), {
    meaning:
      'The port of `/metrics` and `/status` for monitoring this process. They need no credential: keep the port off public networks, and give each process on a machine its own.',
    unit: 'port; 0 takes any free one',
    example: '9464',
    otherwise: 'neither is served',
  }),
  METRICS_HOST: setting(host(), {
    meaning: 'The host name or address that `METRICS_PORT` is listened to on.',
    unit: 'host name or IP address',
    example: '10.0.0.5',
    otherwise: '`localhost`',
  }),
  API_URL: setting(origin(), {
    meaning: 'Where integrators and the pay page reach the API.',
    unit: 'URL without a path',
    example: 'https://api.example.com',
    otherwise: 'host and port of the API in the sandbox; required in production',
  }),
  AUTH_URL: setting(origin(), {
    meaning: 'Where people sign in, and integrators manage webhooks: the auth host.',
    unit: 'URL without a path',
    example: 'https://auth.example.com',
    otherwise: 'host and port of the auth host in the sandbox; required in production',
  }),
  PAY_URL: setting(origin(), {
    meaning: 'Where payers open payment links; another origin than the API.',
    unit: 'URL without a path',
    example: 'https://pay.example.com',
    otherwise: 'host and port of the pay page in the sandbox; required in production',
  }),
  DASHBOARD_URL: setting(origin(), {
    meaning:
      'Where people sign in to the dashboard; another origin than the API. Its pages call the API and the auth host with the session cookie, so all three share a domain (`SESSION_COOKIE_DOMAIN`).',
    unit: 'URL without a path',
    example: 'https://dashboard.example.com',
    otherwise: 'host and port of the dashboard in the sandbox; none is served in production',
  }),
  ...DATABASE_SETTINGS,
  RPC_REQUESTS_PER_SECOND: setting(number({ min: 1, max: 100_000 }), {
    meaning:
      'How many requests one process sends to one node at most; more wait. Each request of a batch counts, as it does for most providers.',
    unit: 'questions a second',
    example: '25',
    otherwise: 'no limit but what a node sets itself',
  }),
  RPC_API_KEY_TRON: setting(apiKeys(), {
    meaning:
      'The keys for hosted nodes of Tron, sent in the header `TRON-PRO-API-KEY`. One for all nodes in `RPC_URL_TRON`, where they are of one host; otherwise one for each of its URLs, in their order. A node is sent its own key only.',
    unit: 'keys as the provider shows them, with commas between; an empty place is no key',
    example: '',
    otherwise: 'no key is sent',
    secret: true,
  }),
  BLOOM_FILL_MAX_PERCENT: setting(number({ min: 0, max: 100 }), {
    meaning:
      'How full the bloom filter of a block header may be for checking what a node returns about the block. Of blocks with a fuller one, samples are compared with another node.',
    unit: 'percent',
    example: '60',
    otherwise: '`50`',
  }),
  SECRET_KEY: setting(z.string(), {
    meaning:
      'Encrypts webhook secrets and answers that show a secret once; back it up, apart from backups of the database.',
    unit: 'at least 32 characters that are random, such as from `openssl rand -hex 32`',
    example: '',
    otherwise: 'made by the sandbox in its data folder; required in production',
    secret: true,
  }),
  ...PERSONAL_DATA_SETTINGS,
  TRUSTED_PROXIES: setting(listOf(addressRange()), {
    meaning: 'The proxies whose `X-Forwarded-For` header is trusted; the pay page is one of them.',
    unit: 'comma-separated IP addresses or ranges',
    example: '10.0.0.0/8,::1',
    otherwise: '`127.0.0.0/8,::1`, which is this machine',
  }),
  SANDBOX_NETWORKS: setting(listOf(z.string()), {
    meaning:
      'The networks that the sandbox runs local nodes for. Its first link is on Sepolia, or on the first of them without Sepolia.',
    unit: 'comma-separated network ids',
    example: 'sepolia,base,mainnet',
    otherwise: '`sepolia,base,tron`',
  }),
  SANDBOX_TRON_SOLIDIFIED_BEHIND: setting(number({ min: 0, max: 1_000 }), {
    meaning:
      'How many blocks the solidified block of the sandbox’s Tron node is behind its newest; on the public network it is some 19.',
    unit: 'blocks, of which the sandbox makes one a second',
    example: '19',
    otherwise: '`2`',
  }),
  SESSION_COOKIE_DOMAIN: setting(host(), {
    meaning:
      'The domain that the session cookie is set for, where the API and the auth host share one; otherwise the API takes sessions as `Authorization: Bearer` only.',
    unit: 'domain name that the API, the auth host and the pages share',
    example: 'example.com',
    otherwise: 'the auth host alone',
  }),
  BRANDING_FOLDER: setting(z.string(), {
    meaning:
      'The folder whose pictures and legal pages the pay page’s host serves below `/branding/`, for the branding of orchestrators.',
    unit: 'path',
    example: '/srv/florin/branding',
    otherwise: '`branding` in the data folder in the sandbox; nothing in production',
  }),
  PAY_PAGE_NEXT_STEP: setting(z.enum(['by_itself', 'when_pressed']), {
    meaning:
      'Whether the pay page opens the payer’s wallet by itself for an approval after it has shown all that is to know, where nothing is left to decide, and for the payment once the approval counts; or waits for a press before each signature.',
    unit: '`by_itself` or `when_pressed`',
    example: 'when_pressed',
    otherwise: '`by_itself`',
  }),
  LINK_LIFETIME_SECONDS: setting(number({ min: 1, max: 366 * DAY_SECONDS }), {
    meaning: 'How long a new payment link can be paid.',
    unit: 'seconds',
    example: '86400',
    otherwise: '`604800`, which is 7 days',
  }),
  MULTICALL_CHILDREN_MAX: setting(number({ min: 2, max: 1_000 }), {
    meaning: 'How many payout links one bundle may have.',
    unit: 'links',
    example: '1000',
    otherwise: '`150`',
  }),
  MULTICALL_CROSS_CHAIN_CHILDREN_MAX: setting(number({ min: 2, max: 50 }), {
    meaning:
      'How many payout links of one bundle may be paid from another network; each is a quote of the route provider and a signature.',
    unit: 'links',
    example: '10',
    otherwise: '`20`',
  }),
  CONVERSION_SLIPPAGE_BPS: setting(number({ min: 0, max: 10_000 }), {
    meaning:
      'How far above the current rate a payer agrees to pay for an invoice in another currency.',
    unit: 'hundredths of a percent',
    example: '50',
    otherwise: '`100`, which is 1 percent',
  }),
  CONVERSION_RATE_AGE_SECONDS: setting(number({ min: 0, max: 30 * DAY_SECONDS }), {
    meaning:
      'How old the rate may be that converts an invoice; the contract refuses an older one. Price feeds of fiat currencies are set once a day.',
    unit: 'seconds; `0` takes any rate',
    example: '3600',
    otherwise: '`90000`, which is a day and an hour',
  }),
  SANCTIONS_ORACLE: setting(z.enum(['off', 'available', 'required']), {
    meaning:
      'Whether wallets are looked up in the public lists of sanctioned addresses that contracts keep, by the nodes alone: a wallet that is listed, or of which a list says nothing, does not pay and is not paid. The lists never approve what an access policy asks a provider for.',
    unit: '`off`, `available` (in every list there is: on Tron in none) or `required` (no payment link on a network without a list of its own). All but `off` need a node of `mainnet`.',
    example: 'required',
    otherwise: '`off`',
  }),
  ...SCREENING_SETTINGS,
  PROTOCOL_FEE_BPS: setting(number({ min: 0, max: 10_000 }), {
    meaning:
      'What this installation takes of payments in stablecoins, on top of the amount; the payer bears it.',
    unit: 'hundredths of a percent',
    example: '5',
    otherwise: '`0`, which takes nothing',
  }),
  PROTOCOL_FEE_CAP_USD: setting(dollars(), {
    meaning: 'The most that the share of `PROTOCOL_FEE_BPS` may be.',
    unit: 'dollars',
    example: '25',
    otherwise: 'no bound',
  }),
  PROTOCOL_FEE_FIXED_USD: setting(dollars(), {
    meaning: 'What this installation takes of each such payment beside the share.',
    unit: 'dollars',
    example: '3.99',
    otherwise: 'nothing',
  }),
  PROTOCOL_FEE_ADDRESS: setting(evmAddress(), {
    meaning:
      'Who receives the protocol fee on EVM networks; without an address there, payments there carry none.',
    unit: 'address; one on EVM networks or Tron is required where a fee is set',
    example: '0x1111111111111111111111111111111111111111',
    otherwise: 'no fee on EVM networks',
  }),
  TRON_SPONSORSHIP_FEE_USD: setting(dollars(), {
    meaning:
      'What each new payment on Tron carries as a fixed fee for transactions that this installation sponsors, on top for the payer; `PROTOCOL_FEE_TRON_ADDRESS` receives it.',
    unit: 'dollars',
    example: '1.5',
    otherwise: 'no such fee',
  }),
  PROTOCOL_FEE_TRON_ADDRESS: setting(tronAddress(), {
    meaning: 'Who receives the protocol fee on Tron.',
    unit: 'address',
    example: 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8',
    otherwise: 'no fee on Tron',
  }),
  ...ROUTE_SETTINGS,
  ...SAFE_SETTINGS,
  ...WALLETCONNECT_SETTINGS,
  ...NAME_SETTINGS,
  ...IDENTITY_SETTINGS,
  ...RELAYER_SETTINGS,
  ...OFF_RAMP_SETTINGS,
  AGREEMENT_ABOVE: setting(wholeDollars(), {
    meaning:
      'Above which amount the nodes of a network with `AGREEMENT_<NETWORK>` must agree before a payment counts. Of what is no stablecoin in dollars every payment is above it.',
    unit: 'whole dollars',
    example: '10000',
    otherwise: '`0`, which is every payment',
  }),
  SINGLE_NODE_CREDIT_USD: setting(wholeDollars(), {
    meaning:
      'How much an account may be credited on a network while only one of several nodes answers and the others have not answered for a minute: a total for the whole outage. Payments above it wait, and so do payments in anything but a dollar stablecoin.',
    unit: 'whole dollars; `0` turns it off',
    example: '500',
    otherwise: '`100`',
  }),
  RECONCILE_CALLS_PER_HOUR: setting(number({ min: 0, max: 100_000 }), {
    meaning:
      'How many requests for logs the background reconciliation sends to the nodes of each network an hour; it compares all payments with the chain, a slice of blocks at a time.',
    unit: 'requests, over all nodes of a network; `0` turns it off',
    example: '1000',
    otherwise: '`600`',
  }),
  WEBHOOK_TIMEOUT_MS: setting(number({ min: 100, max: 60_000 }), {
    meaning: 'How long a webhook receiver may take to answer.',
    unit: 'milliseconds',
    example: '5000',
    otherwise: '`5000`',
  }),
  WEBHOOK_PRIVATE_ADDRESSES: setting(oneOf(['refuse', 'allow']), {
    meaning: 'Whether webhooks are sent to hosts on private networks and on this machine.',
    unit: '`refuse` or `allow`',
    example: 'refuse',
    otherwise: '`allow` in the sandbox, `refuse` in production',
  }),
  WEBHOOK_SECOND_HEADER_FAMILY: setting(headerFamily(), {
    meaning:
      'The prefix of a second family of webhook headers with the same values as `x-service-*`, for receivers made for another service.',
    unit: 'the beginning of a header name',
    example: 'x-other-service',
    otherwise: 'only `x-service-*` is sent',
  }),
  WEBHOOK_STANDARD_HEADERS: setting(oneOf(['yes', 'no']), {
    meaning:
      'Whether webhooks carry the headers of Standard Webhooks too, which protect receivers from replays.',
    unit: '`yes` or `no`',
    example: 'no',
    otherwise: '`yes`',
  }),
  WEBHOOK_SWITCH_OFF_AFTER_SECONDS: setting(number({ min: 0, max: 366 * DAY_SECONDS }), {
    meaning:
      'After how many days of failures alone a webhook is disabled; its missed deliveries are kept. `0` means never.',
    unit: 'seconds',
    example: '86400',
    otherwise: '`432000`, which is 5 days',
  }),
  WEBHOOK_DELIVERY_RETENTION_DAYS: setting(number({ min: 0, max: 3660 }), {
    meaning:
      'How long webhook deliveries and their attempts are kept after their end, for the log and for replays; events stay. `0` means for ever.',
    unit: 'days',
    example: '30',
    otherwise: '`90`, so that a quarter can still be read when it is over',
  }),
  API_REQUEST_RETENTION_DAYS: setting(number({ min: 0, max: 366 }), {
    meaning:
      'How long the log keeps which calls programs made with the keys and client IDs of accounts. `0` keeps none.',
    unit: 'days',
    example: '7',
    otherwise: '`30`',
  }),
  WEBHOOK_PROCESSOR_PREFIX: setting(wordPrefix(), {
    meaning:
      'What the names of `paymentProcessor` in webhooks begin with, before `-network` and `-tech`.',
    unit: 'word in lower case',
    example: 'other',
    otherwise: '`service`',
  }),
  WEBHOOK_SEND_REVERSIONS: setting(oneOf(['yes', 'no']), {
    meaning:
      'Whether webhooks carry `payment.reverted`, which reports that a reorg removed a payment; it is recorded in any case.',
    unit: '`yes` or `no`',
    example: 'yes',
    otherwise: '`no`',
  }),
  WEBHOOK_VARIANTS: setting(oneOf(['yes', 'no']), {
    meaning:
      'Whether events are sent as `.client_id` and `.checkout` too; `no` is for receivers that fail on unknown names, to which each would be sent four times.',
    unit: '`yes` or `no`',
    example: 'no',
    otherwise: '`yes`',
  }),
  WEBHOOK_SEND_OUTSTANDING_FEES: setting(oneOf(['yes', 'no']), {
    meaning:
      'Whether webhooks carry `payment.fees_outstanding`, which reports that a request was paid without some of its fees; it is recorded in any case.',
    unit: '`yes` or `no`',
    example: 'yes',
    otherwise: '`no`',
  }),
  SECOND_FACTOR: setting(oneOf(['optional', 'required']), {
    meaning:
      'Whether people who sign in with a password need a second factor. Where one is required, those without one can do nothing before they add it.',
    unit: '`optional` or `required`',
    example: 'required',
    otherwise: '`optional`',
  }),
  WEBHOOK_MANAGEMENT_PROOF: setting(oneOf(['client_id', 'session']), {
    meaning:
      'Whether a client ID with domains, which is public, may manage webhooks alone or needs a session or an API key beside it.',
    unit: '`client_id` or `session`',
    example: 'session',
    otherwise: '`client_id` in the sandbox, `session` in production',
  }),
  LOG_LEVEL: setting(oneOf(['debug', 'info', 'warn', 'error', 'silent']), {
    meaning: 'The least important log lines that are written.',
    unit: '`debug`, `info`, `warn`, `error` or `silent`',
    example: 'debug',
    otherwise: '`info`',
  }),
});

/** The environment once each setting has its form; rules between settings are not checked yet. */
export type Settings = z.output<typeof SETTINGS>;
