import { startPlainScreenerServer } from '../../../tests/providers/plain-screener-server.ts';
import { describeScreener } from '../../../tests/providers/screener-conformance.ts';

describeScreener('a server of fixed answers', 'merklescience', () =>
  startPlainScreenerServer('merklescience'),
);
