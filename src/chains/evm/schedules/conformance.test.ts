import { encodeFunctionData, erc20Abi } from 'viem';
import { sign } from 'viem/accounts';
import { recurringProxyAbi } from '#catalog/abis/recurring-proxy.ts';
import { currencyById } from '#catalog/currencies.ts';
import { SANDBOX_SENDER, TEST_ACCOUNTS } from '#sandbox/test-accounts.ts';
import { describeSchedules } from '../../../../tests/chains/conformance-schedules.ts';
import { passTime } from '../../../../tests/support/bridge-world.ts';
import { hex } from '../../../../tests/support/route-sample.ts';
import { openScheduleWorld } from '../../../../tests/support/schedule-world.ts';

const { payer, payee, feeReceiver, unrelated, operator } = TEST_ACCOUNTS;

describeSchedules('EVM networks', async () => {
  const world = await openScheduleWorld('base');
  const { client, proxy, send, at } = world;
  const currency = currencyById('USDC-base');
  if (currency === undefined) throw new Error('the catalog has USDC on Base');
  const own = (data: `0x${string}`) => send(operator, { to: proxy, data, valueUnits: 0n });
  const setRelayer = (before: `0x${string}`, after: `0x${string}`) =>
    own(
      encodeFunctionData({
        abi: recurringProxyAbi,
        functionName: 'setRelayer',
        args: [before, after],
      }),
    );
  await setRelayer(operator.address, unrelated.address);
  return {
    chain: world.chain,
    currency,
    payerAddress: payer.address,
    payeeAddress: payee.address,
    feeAddress: feeReceiver.address,
    contractAddress: proxy,
    sign: ({ digest }, by = 'payer') => {
      const { privateKey } = by === 'payer' ? payer : unrelated;
      return sign({ hash: digest, privateKey, to: 'hex' });
    },
    sendAsPayer: async (call) => void (await send(payer, call)),
    sendAsOther: (call) => send(unrelated, call),
    balanceOf: (holder) =>
      client.readContract({
        address: hex(currency.address),
        abi: erc20Abi,
        functionName: 'balanceOf',
        args: [hex(holder)],
      }),
    passTime: (seconds) => passTime(at, seconds),
    setPaused: async (isPaused) => {
      const functionName = isPaused ? 'pause' : 'unpause';
      await own(encodeFunctionData({ abi: recurringProxyAbi, functionName }));
    },
    setAllowed: async (isAllowed) => {
      const { address } = SANDBOX_SENDER;
      await (isAllowed
        ? setRelayer(operator.address, address)
        : setRelayer(address, unrelated.address));
    },
    stop: async () => world[Symbol.asyncDispose](),
  };
});
