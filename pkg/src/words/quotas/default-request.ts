/** Requests that the API server writes into new pods. */
import type { DefaultRequest } from "../../../types.js";
import { amountWords } from "../amount.js";
import { counted } from "../number.js";
import { fullName } from "../object-name.js";

/**
 * `500m CPU, 1Gi of memory by default of LimitRange team/limits`, for each limit range; with the containers that have
 * each amount where these are several.
 */
export function defaultsTexts(defaults: DefaultRequest[]): string[] {
  const ranges = [...new Set(defaults.map(({ limitRange }) => fullName(limitRange)))];
  return ranges.map((range) => {
    const own = defaults.filter(({ limitRange }) => fullName(limitRange) === range);
    const isOfOne = own.every(({ containers }) => containers === 1);
    const where = (containers: number): string =>
      isOfOne ? "" : containers === 1 ? " in 1 container" : ` in each of ${counted(containers, "container")}`;
    const amounts = own.map(
      ({ resource, amount, containers }) => `${amountWords(resource, amount)}${where(containers)}`,
    );
    return `${amounts.join(", ")} by default of LimitRange ${range}`;
  });
}
