import type { Provider } from '../wallet/provider.ts';
import { calldata, PAY, VIEW, viewed } from './sample-states.ts';
import type { World } from './world.ts';

/** What a test has to say of a page. */
interface SampleParts {
  /** Of its link. */
  readonly token: string;
  readonly memory: Pick<World['memory'], 'read' | 'write' | 'clear'>;
  /** A payment of one call is prepared, where nothing else is said. */
  readonly api?: Partial<World['api']>;
  readonly dispatch: World['dispatch'];
  /** Of every wallet. */
  readonly provider: Provider;
}

/** What effects share on a page that shows a payment, with no progress stored and no other wallets. */
export function sampleWorld({ token, memory, api, dispatch, provider }: SampleParts): World {
  return {
    config: { mode: 'production', apiUrl: '', clientId: '', token, networks: {} },
    offer: () => undefined,
    view: VIEW,
    signal: new AbortController().signal,
    memory: {
      ...memory,
      dropSent(hash) {
        if (memory.read()?.sent?.hash === hash) memory.clear();
      },
      backUp() {
        const kept = memory.read();
        return () => {
          if (kept === undefined) memory.clear();
          else memory.write({ chain: '', ...kept });
        };
      },
      readProgress: () => undefined,
      writeProgress: () => undefined,
      clearProgress: () => undefined,
    },
    api: {
      view: async () => viewed,
      calldata: async () => calldata([PAY]),
      reportProgress: () => undefined,
      ...api,
    },
    dispatch,
    provider: () => provider,
  };
}
