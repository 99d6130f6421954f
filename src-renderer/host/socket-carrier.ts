import type { Carrier } from '../../src-core/contract/client.ts';
import type { ToRenderer } from '../../src-core/contract/messages.ts';
import { decodeMessage, encodeMessage } from '../../src-core/contract/wire.ts';

/** Messages as frames of a WebSocket; what is sent before it is open waits. */
export function socketCarrier(socket: WebSocket): Carrier {
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
        hear(decodeMessage(new Uint8Array(data as ArrayBuffer)) as ToRenderer),
      );
    },
  };
}
