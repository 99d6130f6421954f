import { createPinia, setActivePinia } from 'pinia';
import { beforeEach, describe, expect, it } from 'vitest';
import { nextTick } from 'vue';
import type { ProjectInfo } from '../../src-core/contract/project-requests.ts';
import { useProject } from '../../src-renderer/stores/project.ts';
import { useSurveyQuestion } from '../../src-renderer/stores/survey-question.ts';

const POSE = '335100 8671200 3850 0 0 0 1';

/** A project with the sessions of these numbers. */
function projectOf(path: string, ...ids: number[]): ProjectInfo {
  const sessions = ids.map((id) => ({ id }) as ProjectInfo['sessions'][number]);
  return { path, name: path, opening: 'x', removed: [], uuid: path, createdAt: '', sessions };
}

describe('what a survey is asked', () => {
  beforeEach(() => {
    setActivePinia(createPinia());
    useProject().info = projectOf('/a.socavon', 1, 2);
  });

  it('has an origin for each session: one that was typed for the first is none of the second', () => {
    const [project, question] = [useProject(), useSurveyQuestion()];
    project.choose(1);
    question.origin = POSE;
    expect(question.T_grid_first?.t).toEqual([335100, 8671200, 3850]);

    project.choose(2);
    expect(question.origin).toBe('');
    expect(question.asked(2).T_grid_first).toBeNull();

    project.choose(1);
    expect(question.origin).toBe(POSE);
  });

  it('takes an origin of a session that is not shown, as the panel of epochs gives it', () => {
    const [project, question] = [useProject(), useSurveyQuestion()];
    project.choose(2);
    question.setOrigin(1, POSE);
    expect(question.origin).toBe('');
    expect(question.originOf(1)).toBe(POSE);
  });

  it('forgets every origin with its project, whose sessions have the same numbers as those of others', async () => {
    const [project, question] = [useProject(), useSurveyQuestion()];
    project.choose(1);
    question.origin = POSE;
    project.info = projectOf('/b.socavon', 1);
    await nextTick();
    expect(question.origin).toBe('');
  });

  it('asks for no range, stations or rounds of another chainage, once a field of the axis changes', () => {
    const question = useSurveyQuestion();
    const ranged = (): void => {
      question.chainage = { from: 2, to: 8 };
      question.askMeasure({ stations: [3, 4], rounds: { by: 'length', start: 2, length: 3 } });
    };
    ranged();
    question.take('measure.sections', 'vertical');
    expect([question.chainage, question.measure.stations]).toEqual([{ from: 2, to: 8 }, [3, 4]]);
    for (const [name, value] of [
      ['start', 100],
      ['reversed', true],
      ['kind', 'slope'],
      ['kind', null],
    ] as const) {
      ranged();
      question.take(`measure.axis.${name}`, value);
      expect(question.measure.axis[name]).toBe(value);
      expect(question.chainage).toBeNull();
      expect(question.measure).toMatchObject({ sections: 'vertical', stations: null, rounds: null });
    }
  });
});
