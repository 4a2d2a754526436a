import { describeBundlers } from '../../../tests/providers/bundler-conformance.ts';
import { startPlainBundlerServer } from '../../../tests/providers/plain-bundler-server.ts';

describeBundlers('a server of fixed answers', startPlainBundlerServer);
