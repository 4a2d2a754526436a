import type { Config } from './config.ts';
import { setting } from './setting.ts';
import { dollars, privateKey } from './value-forms.ts';

/** The setting about the key that sends what payers sign, and what operators of commerce payments do. */
export const RELAYER_SETTINGS = {
  RELAYER_KEY: setting(privateKey(), {
    meaning:
      'The private key of the account that sends payments which payers signed, where `PERMIT_SPENDER_<NETWORK>` is set, takes the instalments of recurring payouts, where the contract names it as relayer, and operates commerce payments where there is an escrow. It pays what the network takes: keep little coin there, and nothing else.',
    unit: '0x and 64 hexadecimal digits',
    example: '',
    otherwise:
      'a known test key on local nodes of the sandbox; else required with a spender or a recurring proxy',
    secret: true,
  }),
  RECURRING_RELAYER_FEE: setting(dollars(), {
    meaning:
      'What each instalment of a new recurring payout pays to the account of `RELAYER_KEY` beside its amount and fee, whichever token it is in.',
    unit: 'units of the token that is paid',
    example: '0.1',
    otherwise: 'nothing',
  }),
};

/** What one account may cost on a network in a day, in coin, unless a setting says otherwise; the same of what is sponsored. */
export const RELAYER_BUDGET_DEFAULT = '0.02';

/** All accounts together may cost so many times that, unless a setting says otherwise. */
export const RELAYER_TOTAL_BUDGET_TIMES = 20n;

/** What is wrong between the settings of the relayer, with the setting's name; undefined where nothing is. */
export function findRelayerProblem({
  key,
  spenders,
  recurringProxies,
}: Config['relayer']): readonly [name: string, problem: string] | undefined {
  if (key !== undefined) return undefined;
  if (spenders.size > 0) {
    return ['RELAYER_KEY', 'is required where PERMIT_SPENDER_<NETWORK> is set'];
  }
  return recurringProxies.size > 0
    ? ['RELAYER_KEY', 'is required where RECURRING_PROXY_<NETWORK> is set']
    : undefined;
}
