/**
 * Remote calls over any carrier of messages: typed requests and replies, cancellation, progress, transfer of buffers,
 * errors rebuilt on the other side (docs/decisions/0016-one-rpc.md). Back-pressure is the client's: it has so many
 * requests open as it wants to have under way.
 */
export type { Carrier, ClientCarrier, ServerCarrier } from './rpc/carrier.ts';
export { type CallOptions, type CancelSignal, type RpcClient, rpcClient } from './rpc/client.ts';
export type { Handler, HandlerTable, Method, Methods, MethodsOf } from './rpc/methods.ts';
export { type RpcServer, rpcServer, type ServerOptions } from './rpc/server.ts';
export { transferableBuffers } from './rpc/transferable-buffers.ts';
