import type { TronChain } from './chain.ts';
import type { Evm } from './evm.ts';
import type { RequestParameters } from './http-request.ts';

/** What every endpoint works on. */
export interface NodeParts {
  readonly chain: TronChain;
  readonly evm: Evm;
}

/** The endpoints of one part of the API, by the last part of their paths. */
export type Routes = Readonly<Record<string, (request: RequestParameters) => unknown>>;
