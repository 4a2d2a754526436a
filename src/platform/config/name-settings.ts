import { setting } from './setting.ts';
import { oneOf } from './value-forms.ts';

/** The settings about names that accounts gave themselves. */
export const NAME_SETTINGS = {
  ENS_NAMES: setting(oneOf(['on', 'off']), {
    meaning:
      'Whether payers see the ENS name of the address that is paid, where that name leads back to it. It is read from the registry on Ethereum by the nodes of `RPC_URL_MAINNET`, which so learn the payees of every network.',
    unit: '`on` or `off`; `on` needs a node of mainnet',
    example: 'on',
    otherwise: '`off`',
  }),
};
