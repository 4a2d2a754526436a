import { describeIdentityProvider } from '../../../tests/providers/identity-conformance.ts';
import { startPlainSumsubServer } from '../../../tests/providers/plain-sumsub-server.ts';

describeIdentityProvider('a server of the shapes of Sumsub', startPlainSumsubServer);
