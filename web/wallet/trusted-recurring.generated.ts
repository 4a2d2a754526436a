// Generated from src/catalog by scripts/generate-trusted.ts. Do not edit.

/** The published contract of each network that takes payments on a schedule, version 0.1.0. */
export const RECURRING_PROXIES: Readonly<Record<string, string>> = {
  mainnet: '0xF0Bebbc99E26Ba7F651E7Ff14e0D3029B0228880',
  'arbitrum-one': '0xC335f956e91faa1DC103f9B54f7009c470dc6EEf',
  base: '0xd2c3392e3e70F4CE033Cb39CC80B414aDdD64fFa',
  matic: '0xD3BD678f219439c2bcf602Beb07e601a91b8Cd3d',
  bsc: '0xbb0f20890E9e405f9D4c2e707590525ccAA3De16',
  sepolia: '0xb6C7448458d8616B00eb8f93883d0081Fa2aDec9',
};

/** What they call themselves in what they verify. */
export const PERMIT_DOMAIN = { name: 'ERC20RecurringPaymentProxy', version: '1' } as const;

/** What they verify, in their order. */
export const PERMIT_FIELDS = [
  { name: 'subscriber', type: 'address' },
  { name: 'token', type: 'address' },
  { name: 'recipient', type: 'address' },
  { name: 'feeAddress', type: 'address' },
  { name: 'amount', type: 'uint128' },
  { name: 'feeAmount', type: 'uint128' },
  { name: 'relayerFee', type: 'uint128' },
  { name: 'periodSeconds', type: 'uint32' },
  { name: 'firstPayment', type: 'uint32' },
  { name: 'totalPayments', type: 'uint8' },
  { name: 'nonce', type: 'uint256' },
  { name: 'deadline', type: 'uint256' },
  { name: 'strictOrder', type: 'bool' },
] as const;
