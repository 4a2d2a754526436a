import { startPlainSafeServer } from '../../../tests/providers/plain-safe-server.ts';
import { describeSafeService } from '../../../tests/providers/safe-conformance.ts';

describeSafeService('a server of fixed answers', startPlainSafeServer);
