import { describeRouteProvider } from '../../../tests/providers/conformance.ts';
import { startPlainRouteServer } from '../../../tests/providers/plain-route-server.ts';

describeRouteProvider('a server of fixed answers', startPlainRouteServer);
