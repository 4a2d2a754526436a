import { toFunctionSelector } from 'viem';
import { describe, expect, it } from 'vitest';
import { tronBatchPaymentsAbi } from '#catalog/abis/tron-batch-payments.generated.ts';
import { KNOWN_CONTRACTS, printAbi } from './known-contracts.ts';

describe('the batch contract', () => {
  it('has the functions of the deployed one', () => {
    const selectors = tronBatchPaymentsAbi.map((entry) => [entry.name, toFunctionSelector(entry)]);
    expect(Object.fromEntries(selectors)).toEqual({
      batchERC20PaymentsWithReference: '0xc6e6d98b',
      batchERC20PaymentsMultiTokensWithReference: '0xfa733142',
      paymentErc20FeeProxy: '0x22411509',
    });
  });
});

describe('the contracts that the node starts with', () => {
  it('stand at the addresses of the public network', () => {
    const names = [...KNOWN_CONTRACTS].map(([address, { name }]) => [address, name]);
    expect(Object.fromEntries(names)).toEqual({
      '411b6ca35d39842cf8fbe49000653a1505412da659': 'ERC20FeeProxy',
      '41ab0ad52e1d1615ee6bc20ab8f2a4c498fb89fd10': 'ERC20BatchPayments',
      '413487b63d30b5b2c87fb7ffa8bcfade38eaac1abe': 'USDCToken',
      '41a614f803b6fd780986a42c78ec9c7f77e6ded13c': 'USDTToken',
    });
  });

  it('show their interface as nodes do', () => {
    const { entrys } = printAbi(tronBatchPaymentsAbi);
    expect(entrys).toContainEqual({
      outputs: [{ type: 'address' }],
      name: 'paymentErc20FeeProxy',
      type: 'Function',
      constant: true,
      stateMutability: 'View',
    });
  });
});
