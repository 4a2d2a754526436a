import { describeOffRampProvider } from '../../../tests/providers/off-ramp-conformance.ts';
import { startPlainBankServer } from '../../../tests/providers/plain-bank-server.ts';

describeOffRampProvider('a server of fixed answers', startPlainBankServer);
