import { encodeFunctionData, getAddress, maxUint256, parseAbi } from 'viem';
import { describe, expect, it } from 'vitest';
import { decodeApproval, decodePayment } from './calldata.ts';

const ABI = parseAbi([
  'function approve(address spender, uint256 units)',
  'function transfer(address to, uint256 units)',
  'function transferFromWithReferenceAndFee(address token, address to, uint256 amount, bytes paymentReference, uint256 fee, address feeAddress)',
]);
const TOKEN = '0x370DE27fdb7D1Ff1e1BaA7D11c5820a324Cf623C';
const PAYEE = '0x1111111111111111111111111111111111111111';
const DEAD = '0x000000000000000000000000000000000000dEaD';

const word = (hex: string) => hex.padStart(64, '0');

/** The published vector: 10 FAU to 0x1111…, reference 0x0011223344556677, no fee. */
const VECTOR = `0xc219a14d${[
  word(TOKEN.slice(2).toLowerCase()),
  word(PAYEE.slice(2)),
  word('8ac7230489e80000'),
  word('c0'),
  word('0'),
  word('dead'),
  word('8'),
  '0011223344556677'.padEnd(64, '0'),
].join('')}`;

describe('a payment', () => {
  it('is read from the published vector', () => {
    expect(decodePayment(VECTOR)).toEqual({
      token: TOKEN.toLowerCase(),
      payee: PAYEE,
      amountUnits: 10_000_000_000_000_000_000n,
      reference: '0x0011223344556677',
      feeUnits: 0n,
      feeAddress: DEAD.toLowerCase(),
    });
  });

  it('is read as a second library wrote it, at the edges of its values', () => {
    for (const [amount, fee] of [
      [1n, 0n],
      [maxUint256, maxUint256],
    ] as const) {
      const data = encodeFunctionData({
        abi: ABI,
        functionName: 'transferFromWithReferenceAndFee',
        args: [TOKEN, PAYEE, amount, '0xfffefdfcfbfaf9f8', fee, DEAD],
      });
      const read = decodePayment(data);
      expect(read?.amountUnits).toBe(amount);
      expect(read?.feeUnits).toBe(fee);
      expect(read?.reference).toBe('0xfffefdfcfbfaf9f8');
      expect(getAddress(read?.token ?? '')).toBe(TOKEN);
    }
  });

  it.each([
    ['nothing', ''],
    ['no bytes', '0x'],
    ['another function', VECTOR.replace('c219a14d', 'b868980b')],
    ['a byte too many', `${VECTOR}00`],
    ['a word too few', VECTOR.slice(0, -64)],
    ['a dirty address', VECTOR.replace(word(PAYEE.slice(2)), `01${word(PAYEE.slice(2)).slice(2)}`)],
    ['another offset', VECTOR.replace(word('c0'), word('e0'))],
    ['another length', VECTOR.replace(word('8'), word('9'))],
    ['bytes behind the reference', VECTOR.replace(/0$/, '1')],
    ['a letter that is no digit', VECTOR.replace(/0$/, 'g')],
  ])('is not read from %s', (_name, data) => {
    expect(decodePayment(data)).toBeUndefined();
  });
});

describe('an approval', () => {
  const approve = (units: bigint) =>
    encodeFunctionData({ abi: ABI, functionName: 'approve', args: [PAYEE, units] });

  it('is read with its spender and size, without a limit too', () => {
    expect(decodeApproval(approve(0n))).toEqual({ spender: PAYEE, units: 0n });
    expect(decodeApproval(approve(maxUint256))?.units).toBe(maxUint256);
  });

  it('is not read from a transfer, which has the same form but another name', () => {
    const transfer = encodeFunctionData({ abi: ABI, functionName: 'transfer', args: [PAYEE, 1n] });
    expect(decodeApproval(transfer)).toBeUndefined();
    expect(decodeApproval(`${approve(1n)}00`)).toBeUndefined();
  });
});
