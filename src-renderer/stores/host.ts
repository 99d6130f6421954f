import { defineStore } from 'pinia';
import { computed, reactive, ref, shallowRef } from 'vue';
import type { EventName, EventValue } from '../../src-core/contract/events.ts';
import {
  type HostEvents,
  type HostInfo,
  PREFERENCE_DEFAULTS,
  type Preferences,
} from '../../src-core/contract/host-requests.ts';
import type { Call } from '../../src-core/contract/requests.ts';
import { message } from '../../src-core/messages/message.ts';
import { SocavonError } from '../../src-core/model/errors.ts';
import type { Connection } from '../host/connect.ts';

/** Event listeners by name, of the engine and of the host. */
type EventListeners = { [Name in EventName]: EventValue<Name> } & HostEvents;

/** Store: the host of this window: requests to it and the engine, its capabilities, the preferences. */
export const useHost = defineStore('host', () => {
  const connection = shallowRef<Connection | null>(null);
  const info = shallowRef<HostInfo | null>(null);
  const lost = ref(false);
  /** Number of pending requests by name. */
  const waiting = reactive(new Map<string, number>());

  const requestOf = new WeakMap<Error, string>();
  const hearers: ((name: string) => void)[] = [];

  const preferences = computed<Preferences>(() => info.value?.preferences ?? PREFERENCE_DEFAULTS);

  /** Attaches a connection and loads the host's information. */
  async function attach(to: Connection): Promise<void> {
    connection.value = to;
    await refresh();
  }

  const call: Call = async (name, args, options) => {
    waiting.set(name, (waiting.get(name) ?? 0) + 1);
    try {
      const reply = await connected().client.call(name, args, options);
      for (const hear of hearers) hear(name);
      return reply;
    } catch (error) {
      if (error instanceof Error) requestOf.set(error, name);
      throw error;
    } finally {
      waiting.set(name, (waiting.get(name) ?? 1) - 1);
    }
  };

  /** Calls back with the name of each request that succeeds. */
  function onSuccess(hear: (name: string) => void): void {
    hearers.push(hear);
  }

  /** Name of the request that failed with an error; null if none did. */
  function failedRequest(error: Error): string | null {
    return requestOf.get(error) ?? null;
  }

  /** @returns a function that removes the listener */
  function on<Name extends keyof EventListeners>(
    name: Name,
    hear: (value: EventListeners[Name]) => void,
  ): () => void {
    return connected().client.on(name, hear as (value: unknown) => void);
  }

  function connected(): Connection {
    if (connection.value !== null) return connection.value;
    throw new SocavonError('engine-unavailable', message('window-not-connected'));
  }

  async function prefer(change: Partial<Preferences>): Promise<void> {
    if (info.value === null) return;
    // Shown at once; the host stores it.
    info.value = { ...info.value, preferences: { ...info.value.preferences, ...change } };
    await call('host.setPreferences', change);
  }

  async function refresh(): Promise<void> {
    info.value = await call('host.info', {});
  }

  function pathOf(file: File): string | null {
    return connected().pathOf(file);
  }

  return {
    info,
    lost,
    waiting,
    preferences,
    attach,
    call,
    on,
    onSuccess,
    failedRequest,
    prefer,
    refresh,
    pathOf,
  };
});
