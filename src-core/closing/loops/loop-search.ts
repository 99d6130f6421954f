import { type Adjustment, adjustGraph } from '../../graph/adjust.ts';
import { pathLengths } from '../../graph/anchors.ts';
import { type Factor, factorOf } from '../../graph/factor.ts';
import type { PoseGraph } from '../../graph/pose-graph.ts';
import { relativeCovariance } from '../../graph/relative-covariance.ts';
import { relativePose } from '../../graph/relative-pose.ts';
import { CHI2_999 } from '../../graph/whitening.ts';
import { invertSymmetric } from '../../math/cholesky.ts';
import { compose, invert } from '../../math/se3.ts';
import { distance3 } from '../../math/vec3.ts';
import { message } from '../../messages/message.ts';
import { type StageContext, throwIfCancelled } from '../../model/context.ts';
import { SocavonError } from '../../model/errors.ts';
import type { LoopDecision, LoopEvidence } from '../../model/loop.ts';
import type { Rigid } from '../../model/rigid.ts';
import { driveDirection } from './drive-direction.ts';
import { loopVerdict } from './loop-criteria.ts';
import { positionSigma, squaredDistance } from './loop-gate.ts';
import { type LoopPlace, loopPlaces } from './loop-places.ts';
import type { ClosedLoops, LoopQuestion, LoopSearchOptions } from './loop-question.ts';
import { LoopRegistrar, type LoopRegistration } from './loop-registration.ts';
import { LoopSubmapBuilder } from './loop-submap.ts';

/** One pending loop per this many anchors before the graph is re-adjusted, because adjusting long graphs is slow. */
const ANCHORS_PER_LOOP = 500;

/**
 * Closes loops: selects candidate pairs from the current trajectory, registers the submaps of both passes in both
 * directions, and adds those factors that pass the criteria for both passes and lie within the gate of the graph
 * itself. The user's decisions override the criteria, but not the adjustment.
 *
 * @throws SocavonError 'not-determined', 'usage' for a decision on scans that are not anchors; errors of the scan
 *   source; CancelledError
 */
export async function closeLoops(
  question: LoopQuestion,
  options: LoopSearchOptions,
  context: StageContext,
): Promise<ClosedLoops> {
  const search = new LoopSearch(question, options, context);
  await search.lookAtDecided();
  for (let round = 0; round < options.rounds; round++) {
    if (!(await search.lookRound())) break;
  }
  return search.finish();
}

/** A candidate that was tried, with its factor in the graph. */
interface Looked {
  readonly evidence: LoopEvidence;
  readonly factor: Factor | null;
}

class LoopSearch {
  readonly #question: LoopQuestion;
  readonly #options: LoopSearchOptions;
  readonly #context: StageContext;
  readonly #builder: LoopSubmapBuilder;
  readonly #registrar: LoopRegistrar;
  readonly #path: Float64Array;
  readonly #looked: Looked[] = [];
  readonly #tried: LoopPlace[] = [];
  #adjustment: Adjustment;
  /** Loops accepted since the last adjustment. */
  #waiting = 0;

  constructor(question: LoopQuestion, options: LoopSearchOptions, context: StageContext) {
    this.#question = question;
    this.#options = options;
    this.#context = context;
    const path = pathLengths(question.poses);
    this.#builder = new LoopSubmapBuilder(question.source, question.poses, path, options.submap);
    this.#registrar = new LoopRegistrar(options.registration);
    this.#path = Float64Array.from(question.anchors, (index) => path[index]);
    this.#adjustment = adjustGraph(question.graph, context.cancel);
  }

  /** Tries the current candidates. @returns true if a loop was closed */
  async lookRound(): Promise<boolean> {
    const { anchors } = this.#question;
    const before = this.#looked.filter(({ factor }) => factor !== null).length;
    const { equations, poses } = this.#adjustment;
    const sigma = Float64Array.from(anchors, (_, k) => positionSigma(equations.covarianceOf([k])));
    const places = loopPlaces(poses, this.#path, sigma, this.#options.places).filter(
      (place) => !this.#isTried(place),
    );
    for (const [k, place] of places.entries()) {
      throwIfCancelled(this.#context.cancel, 'work-refine');
      await this.#look(place, null);
      this.#context.emit({
        kind: 'progress',
        stage: 'refine',
        done: k + 1,
        total: places.length,
        unit: 'places',
      });
    }
    this.#adjust();
    return this.#looked.filter(({ factor }) => factor !== null).length > before;
  }

  /** Tries the pairs with a user's decision first; candidates near them are not tried again. */
  async lookAtDecided(): Promise<void> {
    for (const decision of this.#question.decisions) {
      throwIfCancelled(this.#context.cancel, 'work-refine');
      const [from, to] = [this.#anchorAt(decision.fromScan), this.#anchorAt(decision.toScan)];
      if (from < 0 || to <= from) throw undecidable(decision);
      const [a, b] = [this.#adjustment.poses[from], this.#adjustment.poses[to]];
      const pathBetween = this.#path[to] - this.#path[from];
      await this.#look({ from, to, pathBetween, distance: distance3(a.t, b.t) }, decision);
    }
    this.#adjust();
  }

  finish(): ClosedLoops {
    const loops = this.#factors();
    const { weights, fromOthers } = this.#adjustment;
    const first = this.#question.graph.factors.length;
    return {
      graph: this.#graph(),
      adjustment: this.#adjustment,
      loops: this.#looked.map(({ evidence, factor }) => {
        if (factor === null) return evidence;
        const at = first + loops.indexOf(factor);
        const accepted = weights[at] > 0;
        return { ...evidence, accepted, refusal: accepted ? 'none' : 'contradicted', chi2: fromOthers[at] };
      }),
    };
  }

  async #look(place: LoopPlace, decision: LoopDecision | null): Promise<void> {
    const { anchors, poses } = this.#question;
    const { from, to } = place;
    this.#tried.push(place);
    const { equations, poses: nodes } = this.#adjustment;
    const predicted = compose(invert(nodes[from]), nodes[to]);
    const C = relativeCovariance(equations.jointCovariance([from, to]), nodes[from], nodes[to]);
    const distanceSigma = positionSigma(C);
    const { maxDistance } = this.#options.places;
    if (decision === null && place.distance > maxDistance + 3 * distanceSigma) return;

    const fromScan = poses[anchors[from]].scanIndex;
    const toScan = poses[anchors[to]].scanIndex;
    const registration = await this.#register(place, predicted, 3 * distanceSigma, decision);
    const chi2 = squaredDistance(predicted, registration.T_a_b, C, registration.covariance);
    const refusal = loopVerdict(registration, chi2, this.#options.criteria);
    const accepted = decision === null ? refusal === 'none' : decision.verdict === 'accept';
    const factor = accepted
      ? factorOf(
          relativePose(from, to, registration.T_a_b),
          invertSymmetric(registration.covariance, 6) ?? [],
          CHI2_999[6],
        )
      : null;
    const { pathBetween, distance } = place;
    const evidence: LoopEvidence = {
      ...{ fromScan, toScan, pathBetween, distance, distanceSigma, accepted },
      refusal: accepted ? 'none' : decision === null ? refusal : 'by-hand',
      decidedBy: decision === null ? 'rules' : 'person',
      byRules: refusal,
      T_from_to: registration.T_a_b,
      covariance: registration.covariance,
      figures: registration.figures,
      chi2,
    };
    this.#looked.push({ evidence, factor });
    if (factor === null) return;
    this.#waiting++;
    if (this.#waiting > anchors.length / ANCHORS_PER_LOOP) this.#adjust();
  }

  async #register(
    { from, to }: LoopPlace,
    predicted: Rigid,
    reach: number,
    decision: LoopDecision | null,
  ): Promise<LoopRegistration> {
    const { anchors, poses } = this.#question;
    const a = await this.#builder.around(anchors[from]);
    const b = await this.#builder.around(anchors[to]);
    const along = driveDirection(poses, anchors, from);
    const registration = this.#registrar.register(a, b, predicted, reach, along, this.#context.cancel);
    const byHand = decision?.verdict === 'accept' ? decision.T_from_to : null;
    return byHand === null ? registration : { ...registration, T_a_b: byHand };
  }

  /** Index of the anchor of a scan; -1: it is not an anchor. */
  #anchorAt(scan: number): number {
    const { anchors, poses } = this.#question;
    return anchors.findIndex((index) => poses[index].scanIndex === scan);
  }

  #isTried(place: LoopPlace): boolean {
    const { spacing } = this.#options.places;
    const path = this.#path;
    return this.#tried.some(
      ({ from, to }) =>
        Math.abs(path[from] - path[place.from]) < spacing && Math.abs(path[to] - path[place.to]) < spacing,
    );
  }

  #adjust(): void {
    if (this.#waiting === 0) return;
    this.#waiting = 0;
    this.#adjustment = adjustGraph(this.#graph(), this.#context.cancel);
  }

  #factors(): Factor[] {
    return this.#looked.flatMap(({ factor }) => (factor === null ? [] : [factor]));
  }

  #graph(): PoseGraph {
    const { graph } = this.#question;
    return { ...graph, factors: [...graph.factors, ...this.#factors()] };
  }
}

function undecidable({ fromScan, toScan }: LoopDecision): SocavonError {
  return new SocavonError('usage', message('decision-scans', { from: fromScan, to: toScan }));
}
