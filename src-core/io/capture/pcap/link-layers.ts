/** Link types (LINKTYPE_ registry of tcpdump.org) that frames of a UDP capture come in, by number. */
export const LINK_TYPE_NAMES: ReadonlyMap<number, string> = new Map([
  [0, 'BSD loopback'],
  [1, 'Ethernet'],
  [12, 'raw IP'],
  [14, 'raw IP'],
  [101, 'raw IP'],
  [108, 'OpenBSD loopback'],
  [113, 'Linux cooked v1'],
  [228, 'raw IPv4'],
  [229, 'raw IPv6'],
  [276, 'Linux cooked v2'],
]);

const ETHERTYPE_IPV4 = 0x0800;
const ETHERTYPE_IPV6 = 0x86dd;
/** 802.1Q, 802.1ad (QinQ) and the older QinQ tag. */
const VLAN_TAGS = [0x8100, 0x88a8, 0x9100];

/** Address families of IPv4 and IPv6 in a BSD loopback header; IPv6 differs by system. */
const LOOPBACK_FAMILIES = [2, 10, 23, 24, 28, 30];

/**
 * Position of the IP header of a frame.
 *
 * @param bytes contains the frame from `start` to `end`
 * @returns position in `bytes`; -1 if the frame carries no IP (ARP, a control frame) or the link type is not one of
 *   `LINK_TYPE_NAMES`
 */
export function findIp(linkType: number, bytes: Uint8Array, start: number, end: number): number {
  switch (linkType) {
    case 1:
      return afterEthertype(bytes, start + 12, end);
    case 113:
      return afterEthertype(bytes, start + 14, end);
    case 276:
      // SLL2 puts the protocol first and the payload after 20 bytes.
      return isIp(bytes, start, end) ? start + 20 : -1;
    case 0:
    case 108:
      // The family is in the byte order of the recording machine, which the file does not state.
      return start + 4 <= end &&
        (LOOPBACK_FAMILIES.includes(bytes[start]) || LOOPBACK_FAMILIES.includes(bytes[start + 3]))
        ? start + 4
        : -1;
    case 12:
    case 14:
    case 101:
    case 228:
    case 229:
      return start;
    default:
      return -1;
  }
}

/** Skips VLAN tags from the type field at `at`. */
function afterEthertype(bytes: Uint8Array, at: number, end: number): number {
  let type = at;
  while (type + 6 <= end && VLAN_TAGS.includes((bytes[type] << 8) | bytes[type + 1])) type += 4;
  return isIp(bytes, type, end) ? type + 2 : -1;
}

function isIp(bytes: Uint8Array, at: number, end: number): boolean {
  if (at + 2 > end) return false;
  const type = (bytes[at] << 8) | bytes[at + 1];
  return type === ETHERTYPE_IPV4 || type === ETHERTYPE_IPV6;
}
