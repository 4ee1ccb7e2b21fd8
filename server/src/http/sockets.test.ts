import { once } from 'node:events';
import { IncomingMessage, Server } from 'node:http';
import { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { BYTE_LIMITS, ByteBudget } from './byte-budget.ts';
import { BudgetedResponse, Sockets } from './sockets.ts';

const limits = { total: 5, perAddress: 3, pipelined: 4, requests: 10 };

/** Opens connections without a network. */
function openSockets() {
  const sockets = new Sockets(limits, (address) => address === '10.0.0.1');
  const server = new Server();
  sockets.limitConnections(server);
  const handle = sockets.limitRequests(() => {});
  return {
    connect(address: string) {
      const socket = Object.defineProperty(new Socket(), 'remoteAddress', { value: address });
      server.emit('connection', socket);
      return socket;
    },
    /** Begins a request that is not answered. */
    request(socket: Socket) {
      const request = new IncomingMessage(socket);
      const response = new BudgetedResponse(request);
      handle(request, response);
      return response;
    },
  };
}

const areClosed = (sockets: Socket[]) => sockets.map(({ destroyed }) => destroyed);

test("closes the address's idle connection when the address opens too many", () => {
  const { connect, request } = openSockets();
  const busy = connect('203.0.113.1');
  request(busy);
  const sockets = [busy, connect('203.0.113.1'), connect('203.0.113.1'), connect('203.0.113.1')];
  expect(areClosed(sockets)).toEqual([false, true, false, false]);
});

test('closes the connection with the oldest request when all connections of the address are in use', () => {
  const { connect, request } = openSockets();
  const sockets = [connect('203.0.113.1'), connect('203.0.113.1'), connect('203.0.113.1')];
  for (const socket of sockets.toReversed()) request(socket);
  expect(areClosed([...sockets, connect('203.0.113.1')])).toEqual([false, false, true, false]);
});

test('closes an idle connection of the address with most when the total is reached', () => {
  const { connect } = openSockets();
  const sockets = ['203.0.113.1', '203.0.113.2', '203.0.113.2', '203.0.113.2', '203.0.113.3'];
  const open = sockets.map(connect);
  open.push(connect('203.0.113.4'), connect('203.0.113.5'));
  expect(areClosed(open)).toEqual([false, true, true, false, false, false, false]);
});

test('applies only the total limit to an address of many visitors', () => {
  const { connect } = openSockets();
  const sockets = Array.from({ length: 5 }, () => connect('10.0.0.1'));
  expect(areClosed(sockets)).toEqual([false, false, false, false, false]);
  expect(areClosed([...sockets, connect('10.0.0.1')])).toEqual([
    ...[true, false, false, false, false, false],
  ]);
});

// As when a CONNECT ends the socket: Node emits no `close` for the responses that are queued.
test('releases the bytes of responses that never close when their socket does', async () => {
  const { connect, request } = openSockets();
  const budget = new ByteBudget({ ...BYTE_LIMITS, total: BYTE_LIMITS.requestOverhead });
  const socket = connect('203.0.113.1');
  request(socket).byteShare = budget.openShare(null);
  expect(budget.openShare(null)).toBeNull();
  socket.destroy();
  await once(socket, 'close');
  expect(budget.openShare(null)).not.toBeNull();
});
