/** How holders of a token sign an approval, and the domain that they sign for. */
export interface TokenPermit {
  /** `eip2612` names the amount; `dai`, the form of DAI on Ethereum, allows everything. */
  readonly form: 'eip2612' | 'dai';
  readonly name: string;
  readonly version: string;
  /** Whether the domain has the chain id as its salt and nowhere else. */
  readonly isSalted: boolean;
}

type Row = readonly [currencyId: string, name: string, version: string];

const ROWS: readonly Row[] = [
  ['USDC-mainnet', 'USD Coin', '2'],
  ['USDC-arbitrum-one', 'USD Coin', '2'],
  ['USDC-optimism', 'USD Coin', '2'],
  ['USDC-base', 'USD Coin', '2'],
  ['USDC-matic', 'USD Coin', '2'],
  ['USDC-sepolia', 'USDC', '2'],
  ['EURC-mainnet', 'Euro Coin', '2'],
  ['EURC-base', 'EURC', '2'],
  // The sign of the name is U+20AE.
  ['USDT-arbitrum-one', 'USD₮0', '1'],
  ['DAI-optimism', 'Dai Stablecoin', '2'],
  ['DAI-arbitrum-one', 'Dai Stablecoin', '2'],
];

/**
 * The curated tokens that take signed approvals, by the ids of their currencies. Tokens are renamed: each row is compared with the
 * token's own `DOMAIN_SEPARATOR` before anything is signed for it.
 */
export const TOKEN_PERMITS: ReadonlyMap<string, TokenPermit> = new Map<string, TokenPermit>([
  ...ROWS.map(
    ([id, name, version]) => [id, { form: 'eip2612', name, version, isSalted: false }] as const,
  ),
  ['USDT-matic', { form: 'eip2612', name: 'USDT0', version: '1', isSalted: true }],
  ['DAI-mainnet', { form: 'dai', name: 'Dai Stablecoin', version: '1', isSalted: false }],
]);
