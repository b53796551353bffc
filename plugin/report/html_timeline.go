package report

import (
	"time"

	"github.com/rollout-pin/kubectl-rollout-pin/checks/nodepool"
)

// Measures of the time line, in units of its view box.
const (
	lineWidth  = 1000
	lineMargin = 44
	lineHead   = 30
	lineRow    = 38
)

// tick is a distance from now, in seconds, that the axis shows.
type tick struct {
	seconds int64
	text    string
}

const hour, day = int64(3600), int64(86400)

// ticks stand at equal distances on the axis, so that minutes and months fit
// beside each other; between two of them the axis is linear.
var ticks = []tick{
	{-3650 * day, "10 years ago"},
	{-365 * day, "1 year ago"},
	{-90 * day, "90 days ago"},
	{-30 * day, "30 days ago"},
	{-7 * day, "7 days ago"},
	{-day, "1 day ago"},
	{-6 * hour, "6 h ago"},
	{-hour, "1 h ago"},
	{0, "now"},
	{hour, "in 1 h"},
	{6 * hour, "in 6 h"},
	{day, "in 1 day"},
	{7 * day, "in 7 days"},
	{90 * day, "in 90 days"},
	{3650 * day, "in 10 years"},
}

// timeLine is the life of the secrets of a pool around now.
type timeLine struct {
	Left, Width, Height, Now, Bottom int
	Ticks                            []lineTick
	Rows                             []lineOf
}

type lineTick struct {
	X    int
	Text string
}

// lineOf is the life of one secret. X positions are 0 for what is not known.
type lineOf struct {
	Name, Tone                        string
	Y, Text                           int
	X, Width                          int
	Created, Rotated, Expires, Future int
	// Told is the row in words.
	Told string
}

// newTimeLine draws the secrets whose times are known, nil when none is.
func newTimeLine(p *nodepool.Pool) *timeLine {
	s := &story{pool: p}
	l := &timeLine{}
	var secrets []cardSecret
	var times [][3]time.Time
	var all []time.Time
	for _, v := range s.verdicts() {
		o := observedSecret(p, v.Name)
		t := [3]time.Time{o.Created, o.Rotated, expiry(v)}
		if t[0].IsZero() && t[1].IsZero() && t[2].IsZero() {
			continue
		}
		secrets, times, all = append(secrets, cardSecret{Verdict: v}), append(times, t), append(all, t[:]...)
	}
	if len(secrets) == 0 {
		return nil
	}
	axis := newAxis(p.Now(), all)
	for i, secret := range secrets {
		l.Rows = append(l.Rows, axis.row(i, secret.Verdict, times[i]))
	}
	l.Left, l.Now, l.Width = lineMargin, axis.at(p.Now()), lineWidth+2*lineMargin
	l.Bottom = lineHead + len(l.Rows)*lineRow
	l.Height = l.Bottom + 8
	for i := axis.first; i <= axis.last; i++ {
		l.Ticks = append(l.Ticks, lineTick{axis.tick(i), ticks[i].text})
	}
	return l
}

// axis is the part of the ticks that times fall into.
type axis struct {
	now         time.Time
	first, last int
}

func newAxis(now time.Time, times []time.Time) axis {
	a := axis{now: now}
	for i, t := range ticks {
		if t.seconds == 0 {
			a.first, a.last = i-1, i+1
		}
	}
	for _, t := range times {
		if t.IsZero() {
			continue
		}
		d := a.seconds(t)
		for a.first > 0 && ticks[a.first].seconds > d {
			a.first--
		}
		for a.last < len(ticks)-1 && ticks[a.last].seconds < d {
			a.last++
		}
	}
	return a
}

// seconds is the distance from now, within the axis.
func (a axis) seconds(t time.Time) int64 {
	return min(max(int64(t.Sub(a.now)/time.Second), ticks[0].seconds), ticks[len(ticks)-1].seconds)
}

// at is the position of a time, 0 for the zero time.
func (a axis) at(t time.Time) int {
	if t.IsZero() {
		return 0
	}
	d := max(a.seconds(t), ticks[a.first].seconds)
	for i := a.first; i < a.last; i++ {
		from, to := ticks[i].seconds, ticks[i+1].seconds
		if d <= to {
			x := a.tick(i)
			return x + int((d-from)*int64(a.tick(i+1)-x)/(to-from))
		}
	}
	return a.tick(a.last)
}

// tick is the position of a tick.
func (a axis) tick(i int) int { return lineMargin + (i-a.first)*lineWidth/(a.last-a.first) }

// row places a secret: its bar goes from the first known time to now or, when
// it is over before, to its end; what is to come is drawn apart.
func (a axis) row(i int, v nodepool.Verdict, t [3]time.Time) lineOf {
	r := lineOf{
		Name: Clean(v.Name), Tone: fateTone(v.Fate), Y: lineHead + i*lineRow + 20, Text: lineHead + i*lineRow + 14,
		Created: a.at(t[0]), Rotated: a.at(t[1]), Expires: a.at(t[2]),
	}
	now := a.at(a.now)
	start, end := now, now
	for _, x := range []int{r.Created, r.Rotated, r.Expires} {
		if x > 0 {
			start = min(start, x)
		}
	}
	if r.Expires > 0 && r.Expires < now {
		end = r.Expires
	}
	r.X, r.Width = start, max(end-start, 2)
	if r.Expires > now {
		r.Future = r.Expires - now
	}
	r.Told = r.Name + ", " + string(v.Fate)
	for k, what := range []string{"created", "rotated", "expires"} {
		if !t[k].IsZero() {
			r.Told += ", " + what + " " + distance(a.now, t[k])
		}
	}
	return r
}
