import type { ToClient } from '../../src-core/contract/messages.ts';
import type { ClientCarrier } from '../../src-core/contract/rpc.ts';
import { decodeMessage, encodeMessage } from '../../src-core/contract/wire.ts';
import { message } from '../../src-core/messages/message.ts';
import { SocavonError } from '../../src-core/model/errors.ts';

/** Carrier over a WebSocket; messages sent before it opens are queued. */
export function socketCarrier(socket: WebSocket): ClientCarrier {
  socket.binaryType = 'arraybuffer';
  const waiting: Uint8Array<ArrayBuffer>[] = [];
  socket.addEventListener('open', () => {
    for (const frame of waiting.splice(0)) socket.send(frame);
  });
  return {
    send(message) {
      const frame = encodeMessage(message);
      if (socket.readyState === WebSocket.CONNECTING) waiting.push(frame);
      else socket.send(frame);
    },
    listen(hear) {
      socket.addEventListener('message', ({ data }) =>
        hear(decodeMessage(new Uint8Array(data as ArrayBuffer)) as ToClient),
      );
    },
    onClose(closed) {
      socket.addEventListener('close', () =>
        closed(new SocavonError('engine-unavailable', message('program-ended'))),
      );
    },
  };
}
